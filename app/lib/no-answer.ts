/**
 * The status of what a `clientAction` answers where the server did not. By it Remix, and each `shouldRevalidate`, leaves
 * the page's data as they are: asking for them would fail as well, and then there would be no page.
 */
export const NO_ANSWER = 503;
