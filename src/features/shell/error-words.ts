/** Title of the error page (spec §2). */
export const errorTitle = (status: number) => `${status} Error`;

/** What the error page says (spec §2, Error page). */
export function errorWords(status: number): string {
  if (status === 404)
    return "Oops it seems we can't find what you're looking for! Perhaps the URL is wrong, or that file may have been moved or deleted.";
  return `${status >= 500 ? 'A server error' : 'An error'} occurred while processing your request.`;
}
