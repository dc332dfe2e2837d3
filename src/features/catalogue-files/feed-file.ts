/** Whether a file is a feed of products (`readMerchantFeed`), by its name. */
export const isFeed = (path: string) => /\.xml(\.gz)?$/i.test(path);
