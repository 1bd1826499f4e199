import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Gives the transport what the handler threw. Nest's own filter would log it and say "Internal server error". */
@Catch()
export class HandBack implements RpcExceptionFilter<unknown> {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}
