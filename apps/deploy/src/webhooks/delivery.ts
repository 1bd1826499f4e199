export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** One POST that was tried. */
export interface Attempt {
  at: string;
  milliseconds: number;
  /** Of the answer; if there was none, `error` says why. */
  status?: number;
  /** How long the answer asked us to wait, and we will. */
  retryAfterSeconds?: number;
  error?: string;
}

/** An event on its way to one endpoint. */
export interface Delivery {
  id: string;
  eventId: string;
  type: string;
  status: (typeof deliveryStatuses)[number];
  /** Null unless it is pending. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  attempts: Attempt[];
}

/** A delivery that a worker has in hand. */
export interface DueDelivery {
  id: string;
  accountId: string;
  webhookId: string;
  eventId: string;
  body: string;
  /** Tries that failed before. */
  tries: number;
  url: string;
  secrets: string[];
}
