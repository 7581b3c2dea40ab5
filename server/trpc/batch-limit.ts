/** Procedures in one request. A staff screen asks for six at the most; the client sends more in several requests. */
export const MOST_IN_BATCH = 20;
