import type { Basis, WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import type { PageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { affiliation, authorName, itemPage, itemSettings, verificationText } from '#web/public/wall/render-settings.ts'
import { Stars } from '#web/public/wall/star-symbols.tsx'
import { lengthClass, splitParagraphs } from '#web/public/wall/typesetting.ts'

type Props = { item: WallItem; settings: PageRenderSettings }

/** The pinned testimonial, set as a headline over the whole width. */
export function PinnedItem({ item, settings }: Props) {
	const { lang, dir } = itemSettings(item, settings)
	return (
		<article className="lead" id={`t-${item.id}`} data-len={lengthClass(item.text)} lang={lang} dir={dir}>
			<div>
				<Rating item={item} settings={settings} />
				<PageTitle item={item} />
				<PageWords text={item.text} />
				<Answers item={item} />
			</div>
			<div>
				<Author item={item} settings={settings} size={56} />
				<Evidence item={item} settings={settings} />
				<Reply item={item} settings={settings} />
			</div>
		</article>
	)
}

/** The author's own title, above the words and outside of their quotation. */
export function PageTitle({ item: { title } }: Pick<Props, 'item'>) {
	return (
		title && (
			<h2 className="headline" part="title" dir="auto">
				{title}
			</h2>
		)
	)
}

export function PageWords({ text }: { text: string }) {
	return (
		<blockquote className="words" part="words" dir="auto">
			{splitParagraphs(text).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</blockquote>
	)
}

/** Answers to questions of the form, where the form said that they may be shown. */
export function Answers({ item }: Pick<Props, 'item'>) {
	if (item.answers.length === 0) return null
	return (
		<dl className="answers">
			{item.answers.map(({ label, value }, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: answers never move
				<div key={at}>
					<dt dir="auto">{label}</dt>
					<dd dir="auto">{value}</dd>
				</div>
			))}
		</dl>
	)
}

export function Rating({ item, settings }: Props) {
	if (!item.rating || !settings.wall.wall.theme.stars) return null
	const { messages } = itemSettings(item, settings)
	return <Stars symbol={item.rating} label={interpolate(messages.stars, { rating: item.rating })} className="stars" />
}

export function Author({ item, settings, size }: Props & { size: number }) {
	const { author } = item
	const name = authorName(item, itemSettings(item, settings))
	const { theme } = settings.wall.wall
	const place = theme.roles && affiliation(item)
	return (
		<div className="who" part="author">
			{theme.avatars && <Avatar item={item} settings={settings} size={size} />}
			<b className={place ? undefined : 'alone'} part="name">
				{author.url ? (
					<a href={author.url} rel="nofollow ugc noopener">
						<bdi>{name}</bdi>
					</a>
				) : (
					<bdi>{name}</bdi>
				)}
			</b>
			{place && (
				<span part="role">
					<bdi>{place}</bdi>
				</span>
			)}
		</div>
	)
}

/** Date and verification; incentive; original source. On a wall the date links to the page of the testimonial. */
export function Evidence({ item, settings, isAlone = false }: Props & { isAlone?: boolean }) {
	const { messages } = itemSettings(item, settings)
	const { space, wall } = settings.wall
	const basis = verificationText(item, messages, space.name)
	const date = settings.date(item.submitted_at, messages.lang)
	return (
		<p className="basis" part="origin" lang={messages.lang}>
			{wall.theme.dates && (
				<time dateTime={item.submitted_at.slice(0, 10)}>{isAlone ? date : <a href={itemPage(item)}>{date}</a>}</time>
			)}
			{(basis || item.source.url) && (
				<span>
					{basis && item.basis && (
						<span part="mark" title={interpolate(whyOf(messages.lang, item.basis), { space: space.name })}>
							{basis}
						</span>
					)}
					{item.source.url && (
						<>
							{basis && ', '}
							<a href={item.source.url} rel="nofollow ugc noopener">
								{messages.source}
								{item.source.name && (
									<>
										: <bdi>{item.source.name}</bdi>
									</>
								)}
							</a>
						</>
					)}
				</span>
			)}
			{item.is_excerpt && <span>{settings.page.shortened}</span>}
			{item.reward && (
				<span part="mark reward" dir="auto">
					{interpolate(settings.page.rewarded, { reward: item.reward })}
				</span>
			)}
		</p>
	)
}

/** A sentence on what a verification proves, for the title of its mark. */
function whyOf(lang: string, basis: Basis): string {
	return verificationMessagesFor(lang)[`why_${basis}`]
}

export function Reply({ item, settings }: Props) {
	if (!item.reply) return null
	return (
		<div className="reply" part="reply" dir="auto">
			<p>{interpolate(settings.messages.reply, { name: settings.wall.space.name })}</p>
			{splitParagraphs(item.reply.body).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</div>
	)
}
