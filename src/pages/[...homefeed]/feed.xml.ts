export { ALL, prerender } from '../feed.xml.ts';
