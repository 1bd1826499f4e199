/** The broker can't be reached at the moment. Its `code` is that of a refused connection, so it counts as unavailable wherever the database would. */
export class BrokerUnavailable extends Error {
  override readonly name = 'BrokerUnavailable';
  readonly code = 'ECONNREFUSED';

  constructor() {
    super('the broker is not reachable');
  }
}
