/** Whether a request only reads. */
export const reads = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';
