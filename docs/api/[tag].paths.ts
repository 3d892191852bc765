import { referencePages } from '../.vitepress/reference.ts'

/** One page for each tag of the OpenAPI document, and one for the shapes. */
export default {
  paths: () => referencePages().map(({ tag, content }) => ({ params: { tag }, content })),
}
