declare namespace App {
  interface Locals {
    context: import('./server/context.ts').Context;
    /** Pathname as it was sent; the server sets it because `new URL` changes some. */
    path?: string;
    /** Network address of the client, as limits count it. */
    network?: string;
    /** Whether this is made in place of a published page, for a visitor who has just written something. */
    fresh?: boolean;
    /** The page of the address, if the caller has loaded it already. */
    page?: import('./features/rendering/load.server.ts').ShownPage;
    /** The page of text, if the caller has loaded it already. */
    text?: import('./features/texts/load-text.server.ts').TextPage;
    /** The sitemap of the pages of text, as `@astrojs/sitemap` made it with the bundle. */
    textSitemap?: string | undefined;
    /** The service worker, as it was made with the bundle. */
    worker?: string | undefined;
    shell?: import('./features/shell/shell.server.ts').Shell;
    /** Set by a page that answers in JSON, so that its errors are answered in JSON, too. */
    answersJson?: boolean;
    /** What the page of a plain form says that was too large to be read. */
    tooLarge?: string;
    /** What a page threw, for its error page. */
    error?: unknown;
    /** Takes a page's HTML, where it is to be published: the response has no body then. */
    takeHtml?: (html: Buffer) => void;
  }
}

/** The part of the Network Information API that is read, where a browser has it. */
interface Navigator {
  readonly connection?: { saveData: boolean; effectiveType: 'slow-2g' | '2g' | '3g' | '4g' };
}
