import type { WallItem } from '#shared/wall.ts'
import { PageMedia } from './page-media.tsx'
import type { PageSetting } from './page-setting.ts'
import { Avatar } from './person.tsx'
import { basisWords, itemSetting, nameOf, standing } from './setting.ts'
import { Stars } from './stars.tsx'
import { lengthClass, paragraphs } from './typesetting.ts'

type Props = { item: WallItem; setting: PageSetting }

/** One testimonial of the hosted page: words first, then who, then how we know. */
export function PageItem({ item, setting }: Props) {
	const { lang, dir } = itemSetting(item, setting)
	const { theme } = setting.wall.wall
	return (
		<article lang={lang} dir={dir}>
			{theme.photos && item.media && <PageMedia item={item} setting={setting} />}
			<Rating item={item} setting={setting} />
			{lengthClass(item.text) === 4 ? (
				<Fold item={item} setting={setting} />
			) : (
				item.text && <PageWords text={item.text} />
			)}
			<Who item={item} setting={setting} size={40} />
			<Evidence item={item} setting={setting} />
			<Reply item={item} setting={setting} />
		</article>
	)
}

/** The pinned one, set as a headline over the whole width. */
export function Lead({ item, setting }: Props) {
	const { lang, dir } = itemSetting(item, setting)
	return (
		<article
			className="lead"
			id={`t-${item.id}`}
			data-len={lengthClass(item.text)}
			lang={lang}
			dir={dir}
		>
			<div>
				<Rating item={item} setting={setting} />
				<PageWords text={item.text} />
			</div>
			<div>
				<Who item={item} setting={setting} size={56} />
				<Evidence item={item} setting={setting} />
				<Reply item={item} setting={setting} />
			</div>
		</article>
	)
}

function PageWords({ text }: { text: string }) {
	return (
		<blockquote className="words" dir="auto">
			{paragraphs(text).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</blockquote>
	)
}

/** The whole text is always in the page; the box only folds it. No script. */
function Fold({ item, setting }: Props) {
	const { phrases } = itemSetting(item, setting)
	const id = `more-${item.id}`
	return (
		<div className="fold">
			<input type="checkbox" id={id} aria-label={setting.page.showAll(nameOf(item, setting))} />
			<PageWords text={item.text} />
			<label htmlFor={id}>
				<span className="more">{phrases.readMore}</span>
				<span className="less">{phrases.readLess}</span>
			</label>
		</div>
	)
}

function Rating({ item, setting }: Props) {
	if (!item.rating || !setting.wall.wall.theme.stars) return null
	const { phrases } = itemSetting(item, setting)
	return <Stars symbol={item.rating} label={phrases.stars(item.rating)} className="stars" />
}

function Who({ item, setting, size }: Props & { size: number }) {
	const { author } = item
	const name = nameOf(item, itemSetting(item, setting))
	const place = standing(item)
	return (
		<div className="who">
			<Avatar item={item} setting={setting} size={size} />
			<b className={place ? undefined : 'alone'}>
				{author.url ? (
					<a href={author.url} rel="nofollow ugc noopener">
						<bdi>{name}</bdi>
					</a>
				) : (
					<bdi>{name}</bdi>
				)}
			</b>
			{place && (
				<span>
					<bdi>{place}</bdi>
				</span>
			)}
		</div>
	)
}

/** When, and how the server knows; what the writer received; where it was first said. */
function Evidence({ item, setting }: Props) {
	const { phrases } = itemSetting(item, setting)
	const { space, wall } = setting.wall
	const basis = basisWords(item, phrases, space.name)
	return (
		<p className="basis" lang={phrases.lang}>
			{wall.theme.dates && (
				<time dateTime={item.submitted_at.slice(0, 10)}>
					{setting.date(item.submitted_at, phrases.lang)}
				</time>
			)}
			{(basis || item.source.url) && (
				<span>
					{basis}
					{item.source.url && (
						<>
							{basis && ', '}
							<a href={item.source.url} rel="nofollow ugc noopener">
								{phrases.source}
							</a>
						</>
					)}
				</span>
			)}
			{item.is_excerpt && <span>{setting.page.shortened}</span>}
			{item.reward && <span dir="auto">{setting.page.rewarded(item.reward)}</span>}
		</p>
	)
}

function Reply({ item, setting }: Props) {
	if (!item.reply) return null
	return (
		<div className="reply" dir="auto">
			<p>{setting.phrases.reply(setting.wall.space.name)}</p>
			{paragraphs(item.reply.body).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</div>
	)
}
