export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

/** One request as a client sends it; redirects are told, not followed. The body of the answer is read as JSON where it says that it is. */
export async function send<T = Record<string, unknown>>(
  method: string,
  url: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
}
