import { Link, useSearchParams } from 'react-router'
import { apiOf } from '#web/api.ts'
import { PostList } from '#web/blog/post-list.tsx'
import { tagName } from '#web/blog/tag-name.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { loadPayload } from '#web/layout/payload.ts'
import { paths } from '#web/paths.ts'
import { chipStyle } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/blog-page.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  apiOf(context)('GET /v1/posts', { query: { limit: 100 } })

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadPayload<Awaited<ReturnType<typeof loader>>>(args)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const config = configOf(matches)
  return pageMeta(config, {
    title: 'Blog',
    description:
      'Practical articles about living with pets, leaving them in good hands, and looking after other people’s.',
    path: '/blog',
    things: [
      {
        '@type': 'Blog',
        name: 'Blog',
        url: `${config?.site.url ?? ''}/blog`,
        blogPost: (loaderData?.items ?? []).map(({ id, title }) => ({
          '@type': 'BlogPosting',
          headline: title,
          url: `${config?.site.url ?? ''}/blog/${id}`,
        })),
      },
    ],
  })
}

export default function BlogPage({ loaderData: { items, tags } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const tag = search.get('tag')
  const shown = tag ? items.filter((post) => post.tags.includes(tag)) : items
  return (
    <main className="page py-10">
      <h1 className="mb-3">Blog</h1>
      <p className="mb-6 max-w-[60ch] text-lg text-ink-2">
        Practical articles about living with pets, leaving them in good hands, and looking after other
        people’s.
      </p>
      <nav aria-label="Subjects" className="mb-8 flex flex-wrap gap-2">
        <Link
          to={paths.blog()}
          className={chipStyle({ selected: !tag })}
          aria-current={tag ? undefined : 'page'}
        >
          All
        </Link>
        {tags.map((name) => (
          <Link
            key={name}
            to={paths.blog(name)}
            className={chipStyle({ selected: tag === name })}
            aria-current={tag === name ? 'page' : undefined}
          >
            {tagName(name)}
          </Link>
        ))}
      </nav>
      {shown.length > 0 ? (
        <PostList posts={shown} />
      ) : (
        <EmptyState title="Nothing here yet">
          There are no posts on this subject yet. See all posts instead.
        </EmptyState>
      )}
    </main>
  )
}
