import { Link } from 'react-router'
import type { PostSummary } from '#contract/blog.ts'
import { PostList } from '#web/blog/post-list.tsx'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

export function NewestPosts({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <section aria-labelledby="posts" className="page grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="posts" className="text-3xl">
          From the blog
        </h2>
        <Link to={paths.blog()} className={buttonStyle()}>
          All posts
        </Link>
      </div>
      <PostList posts={posts} level={3} />
    </section>
  )
}
