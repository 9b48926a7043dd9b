'use client'
import { useTestimonials } from '@plaudit/react'

/** A list in the site's own markup, loaded by the browser. */
export function Latest({ server, slug }) {
	const { items, error, loadMore } = useTestimonials({ server, slug, limit: 2 })
	if (error) return <p>{error.message}</p>
	return (
		<>
			<ol>
				{items.map(({ id, text, author }) => (
					<li key={id}>
						{text} ({author.name})
					</li>
				))}
			</ol>
			{loadMore && (
				<button type="button" onClick={loadMore}>
					More
				</button>
			)}
		</>
	)
}
