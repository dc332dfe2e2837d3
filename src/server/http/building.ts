import type { IncomingMessage, ServerResponse } from 'node:http';

/** Seconds after which a retry makes sense. */
const AGAIN = '5';
const MESSAGE = 'The site is being built. Please come back in a moment.';
const page = (then: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The site is being built</title>
<main>
<h1>The site is being built</h1>
<p>${then}</p>
</main>
</html>
`;

const SHOWN = 'This page shows it as soon as it is ready.';
const TO_SEND_AGAIN = 'What you typed has not been taken yet. Reload this page in a moment to send it again.';

/**
 * Answers 503 while there is no release to show yet: browsers a page that tries again by itself, others JSON in the form of contract.md. By
 * itself a page would only be asked for, and what was typed into a form lost: that is for the visitor to send again.
 */
export function answerBuilding(request: IncomingMessage, response: ServerResponse): void {
  const showsPages = request.headers.accept?.includes('text/html') ?? false;
  const isForm = request.method === 'POST';
  response
    .writeHead(503, {
      'Content-Type': `${showsPages ? 'text/html' : 'application/json'}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'Retry-After': AGAIN,
      Vary: 'Accept',
      ...(showsPages && !isForm && { Refresh: AGAIN }),
    })
    .end(showsPages ? page(isForm ? TO_SEND_AGAIN : SHOWN) : JSON.stringify({ status: 'error', message: MESSAGE }));
}
