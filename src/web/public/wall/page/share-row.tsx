import type { WallItem } from '#shared/wall/wall.ts'
import { authorName } from '#web/public/wall/render-settings.ts'
import { asText } from '#web/public/wall/share-text.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

type Props = { item: WallItem; settings: PageRenderSettings; title: string; url: string }

/** Link, words and pictures of a testimonial for the readers of its page. Copying needs testimonial-client.ts. */
export function ShareRow({ item, settings, title, url }: Props) {
	const { messages, page } = settings
	const words = asText({ ...item, author: { ...item.author, name: authorName(item, { messages }) }, url })
	const mail = new URLSearchParams({ subject: title, body: words }).toString().replaceAll('+', '%20')
	const file = `testimonial-${item.id.slice(0, 8)}`
	return (
		<aside className="share" aria-labelledby="share">
			<div>
				<h2 id="share">{page.share}</h2>
				<p role="status" data-done={page.copied} />
			</div>
			<div>
				<button type="button" data-copy={url}>
					{page.copyLink}
				</button>
				<button type="button" data-copy={words}>
					{page.copyWords}
				</button>
				<a href={`/p/${item.id}/card.png`} download={`${file}.png`}>
					{page.pictureWide}
				</a>
				<a href={`/p/${item.id}/card.png?shape=square`} download={`${file}-square.png`}>
					{page.pictureSquare}
				</a>
				<a href={`mailto:?${mail}`}>{page.mail}</a>
			</div>
		</aside>
	)
}
