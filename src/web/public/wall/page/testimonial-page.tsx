import { monogram } from '#shared/look/initials.ts'
import type { RenderedPage, TestimonialPageProps } from '#shared/page-props.ts'
import { defaultTheme, type PublicWall, type WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { authorName, itemSettings } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { asText } from '#web/public/wall/share-text.ts'
import { StarSymbols } from '#web/public/wall/star-symbols.tsx'
import { formatDuration, lengthClass, textDirection, truncateText } from '#web/public/wall/typesetting.ts'
import { Answers, Author, Evidence, PageTitle, PageWords, Rating, Reply } from './items/page-item.tsx'
import { PageMedia, transcriptTitle } from './items/page-media.tsx'
import { createPageRenderSettings, type PageRenderSettings } from './page-render-settings.ts'
import { PageFooter } from './page-sections.tsx'
import { quotedParts } from './quoted-parts.ts'

/** The page of one testimonial, /p/{id}, which needs no script; without the surrounding document. `url` is its address. */
export function renderTestimonialPage(props: TestimonialPageProps, url: string): RenderedPage {
	const { item, space } = props
	const settings = createPageRenderSettings(wallOfOne(props), { [item.id]: props.transcripts })
	const { messages, page } = settings
	const title = interpolate(page.testimonialBy, { name: authorName(item, { messages }), space: space.name })
	const heard = props.transcripts[0]?.cues.map(({ text }) => text).join(' ')
	return {
		lang: messages.lang,
		dir: textDirection(messages.readMore),
		title: [item.title, title].filter(Boolean).join(' · '),
		description: truncateText(item.text || heard || title, 200),
		paintedUpTo: 'share',
		body: renderStatic(<TestimonialPage settings={settings} item={item} title={title} wall={props.wall} url={url} />),
	}
}

/** The parts of a hosted wall show a single testimonial, too. */
export function wallOfOne({ item, space, wall }: TestimonialPageProps): PublicWall {
	return {
		wall: { id: '', slug: wall ?? '', name: '', layout: 'single', theme: defaultTheme, version: 1 },
		space: { ...space, about: null, url: null, form: null },
		counts: { chosen: 1, published: 1, spread: [0, 0, 0, 0, 0] },
		items: [item],
		offset: 0,
		next: null,
		previous: null,
	}
}

type Props = { item: WallItem; settings: PageRenderSettings }

function TestimonialPage({
	item,
	settings,
	title,
	wall,
	url,
}: Props & { title: string; wall: string | null; url: string }) {
	const { lang, dir } = itemSettings(item, settings)
	const { messages, page } = settings
	const part = { item, settings }
	return (
		<>
			<StarSymbols ratings={item.rating ? [item.rating] : []} average={null} />
			<div className="page">
				<OneHeader settings={settings} wall={wall} />
				<main>
					<h1 className="h">{title}</h1>
					<article className="one" data-kind={item.kind} data-len={lengthClass(item.text)} lang={lang} dir={dir}>
						<div className="said">
							<PageMedia {...part} />
							<PageTitle item={item} />
							{item.text && <PageWords text={item.text} />}
							<Answers item={item} />
						</div>
						<div className="side">
							<Rating {...part} />
							<Author {...part} size={56} />
							<div className="proven">
								<Evidence {...part} isAlone />
								{!item.is_excerpt && item.kind === 'text' && <p lang={messages.lang}>{page.asSent}</p>}
								<p lang={messages.lang}>
									<a href={`/proof/${item.id}`}>{page.proof}</a>
								</p>
							</div>
							<Reply {...part} />
						</div>
					</article>
					<ReadTranscripts {...part} />
				</main>
				<ShareRow {...part} title={title} url={url} />
				<PageFooter settings={settings} text={page.footerOne} />
			</div>
		</>
	)
}

function OneHeader({ settings, wall }: { settings: PageRenderSettings; wall: string | null }) {
	const { space } = settings.wall
	return (
		<header className="whose">
			{space.logo ? (
				<img src={space.logo} width={44} height={44} alt="" decoding="async" />
			) : (
				<span className="mono" aria-hidden="true">
					{monogram(space.name)}
				</span>
			)}
			<bdi>{space.name}</bdi>
			{wall && <a href={`/w/${wall}`}>{settings.messages.all}</a>}
		</header>
	)
}

/** All that is said, with times; the words that stand above are marked. */
function ReadTranscripts({ item, settings }: Props) {
	return settings.transcripts[item.id]?.map((transcript, _, all) => (
		<section className="read" key={transcript.locale}>
			<h2>{transcriptTitle(transcript, all.length, settings)}</h2>
			<dl lang={transcript.locale} dir={textDirection(transcript.cues[0]?.text ?? '')}>
				{quotedParts(transcript.cues, item.is_excerpt ? item.text : '').map(({ at, before, quoted, after }) => (
					<div key={`${at} ${before}${quoted}`}>
						<dt>{formatDuration(at)}</dt>
						<dd>
							{before}
							{quoted && <mark>{quoted}</mark>}
							{after}
						</dd>
					</div>
				))}
			</dl>
		</section>
	))
}

type ShareRowProps = { item: WallItem; settings: PageRenderSettings; title: string; url: string }

/** Link, words and pictures of a testimonial for the readers of its page. Copying needs testimonial-client.ts. */
function ShareRow({ item, settings, title, url }: ShareRowProps) {
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
