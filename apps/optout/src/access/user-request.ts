export interface UserRequest {
  headers: Record<string, string | string[] | undefined>;
  /** Set by `UserGuard`. */
  userId?: string;
}
