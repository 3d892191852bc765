import { Link } from 'react-router'
import { apiOf } from '#web/api.ts'
import { PostList } from '#web/blog/post-list.tsx'
import { tagName } from '#web/blog/tag-name.ts'
import { formatDay } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { orNotFound, pageNotFound } from '#web/layout/page-check.ts'
import { loadPayload } from '#web/layout/payload.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { postPicture } from '#web/share/page-picture.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { chipStyle } from '#web/ui/chip.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import type { Route } from './+types/post-page.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!/^[a-z0-9-]{1,80}$/.test(params.postId)) throw pageNotFound(request)
  const { postId } = params
  const post = await orNotFound(request, apiOf(context)('GET /v1/posts/:postId', { params: { postId } }))
  return { ...post, picture: postPicture(post).picture }
}

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadPayload<Awaited<ReturnType<typeof loader>>>(args)

export const meta: Route.MetaFunction = ({ loaderData: post, matches }) => {
  const config = configOf(matches)
  if (!post) return []
  const url = `${config?.site.url ?? ''}${paths.post(post.id)}`
  return pageMeta(config, {
    title: post.title,
    description: post.summary,
    path: paths.post(post.id),
    type: 'article',
    picture: post.picture,
    things: [
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.summary,
        datePublished: post.publishedOn,
        dateModified: post.updatedOn ?? post.publishedOn,
        image: `${config?.site.url ?? ''}${post.picture.path}`,
        author: {
          '@type': 'Person',
          name: post.author,
          ...(post.authorRole && { jobTitle: post.authorRole }),
        },
        keywords: post.tags.join(', '),
        mainEntityOfPage: url,
        url,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Blog', item: `${config?.site.url ?? ''}/blog` },
          { '@type': 'ListItem', position: 2, name: post.title, item: url },
        ],
      },
    ],
  })
}

export default function PostPage({ loaderData: post }: Route.ComponentProps) {
  return (
    <main className="page py-8">
      <article className="mx-auto max-w-[44rem]">
        <Breadcrumbs
          crumbs={[{ label: 'Blog', href: paths.blog() }, { label: post.title }]}
          renderLink={routerLink}
        />
        <h1 className="mt-5 mb-4">{post.title}</h1>
        <p className="dots mb-5 text-ink-2">
          <span>{[post.author, post.authorRole].filter(Boolean).join(', ')}</span>
          <time dateTime={post.publishedOn}>{formatDay(post.publishedOn, 'long')}</time>
          <span>{post.minutes} min to read</span>
          {post.updatedOn && <span>updated on {formatDay(post.updatedOn)}</span>}
        </p>
        <div className="mb-8 aspect-[2/1] overflow-hidden rounded-picture">
          <Portrait seed={{ id: post.id, species: post.portrait }} eager className="size-full" />
        </div>
        <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
        <div className="mt-8 flex flex-wrap items-center gap-2">
          <ul aria-label="Subjects" className="flex flex-wrap gap-2">
            {post.tags.map((tag) => (
              <li key={tag}>
                <Link to={paths.blog(tag)} className={chipStyle()}>
                  {tagName(tag)}
                </Link>
              </li>
            ))}
          </ul>
          <ShareButton className="ml-auto" />
        </div>
      </article>
      {post.related.length > 0 && (
        <section className="mt-14">
          <h2 className="mb-5">Read next</h2>
          <PostList posts={post.related} level={3} />
        </section>
      )}
    </main>
  )
}
