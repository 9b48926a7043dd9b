import type { WallItem } from '#shared/wall.ts'
import { Avatar } from './person.tsx'
import type { Phrases } from './phrases-en.ts'
import {
	absolute,
	basisWords,
	itemLink,
	itemSetting,
	nameOf,
	pictureOf,
	type Setting,
	standing,
} from './setting.ts'
import { Stars } from './stars.tsx'
import { beginning, clock, lengthClass, paragraphs } from './typesetting.ts'

/** An embed carries this much of a text; the rest is on the hosted wall. */
const mostOfText = 2_000

type Props = {
	item: WallItem
	setting: Setting
	tag?: 'li' | 'div'
	pictures?: boolean
	/** Of masonry. */
	rows?: number | undefined
}

/** One testimonial in an embed. Its outer size is the layout's; the words decide only their own size. */
export function Card({ item, setting, tag: Tag = 'li', pictures = true, rows }: Props) {
	const { lang, dir, phrases } = itemSetting(item, setting)
	const picture = pictures ? pictureOf(item, setting) : null
	return (
		<Tag
			className={picture ? 't m' : 't'}
			data-len={lengthClass(item.text)}
			data-rows={rows}
			lang={lang}
			dir={dir}
		>
			{picture && <Picture item={item} setting={setting} src={picture} phrases={phrases} />}
			<Top item={item} setting={setting} phrases={phrases} />
			<Words text={beginning(item.text, mostOfText).text} />
			<By item={item} setting={setting} phrases={phrases} hasPicture={picture !== null} />
			{item.reply && (
				<div className="re" hidden>
					<b>{phrases.reply(setting.wall.space.name)}</b>
					<p dir="auto">{item.reply.body}</p>
				</div>
			)}
		</Tag>
	)
}

/** The quotation. Its marks come from the language, never from the text. */
export function Words({ text }: { text: string }) {
	return (
		<blockquote className="q" dir="auto">
			{paragraphs(text).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</blockquote>
	)
}

type Part = { item: WallItem; setting: Setting; phrases: Phrases }

function Top({ item, setting, phrases }: Part) {
	const { space, wall } = setting.wall
	const words = basisWords(item, phrases, space.name)
	return (
		<div className="top">
			{wall.theme.stars && item.rating && (
				<Stars symbol={item.rating} label={phrases.stars(item.rating)} />
			)}
			{(words || item.reward) && (
				<i title={item.reward ?? undefined}>
					{[words, item.reward && phrases.rewarded].filter(Boolean).join(', ')}
				</i>
			)}
		</div>
	)
}

function By({ item, setting, phrases, hasPicture }: Part & { hasPicture: boolean }) {
	const name = nameOf(item, { phrases })
	const { media } = item
	const isSound = media?.kind === 'audio'
	return (
		<div className="by">
			<Avatar item={item} setting={setting} size={36} />
			<b>
				<bdi>{name}</bdi>
			</b>
			<span>{hasPicture && media ? mediaWords(media, phrases) : <bdi>{standing(item)}</bdi>}</span>
			{isSound && (
				<a href={itemLink(item, setting)} aria-label={phrases.by(phrases.listen(''), name)}>
					{phrases.listen(clock(media.seconds))}
				</a>
			)}
			{!isSound && lengthClass(item.text) > 1 && (
				<a
					className={item.reply ? 'r re' : 'r'}
					href={itemLink(item, setting)}
					aria-label={phrases.by(phrases.readMore, name)}
				>
					{phrases.readMore}
				</a>
			)}
		</div>
	)
}

function mediaWords(media: NonNullable<WallItem['media']>, phrases: Phrases): string {
	if (media.kind === 'photo') return phrases.photo
	return media.seconds ? `${phrases.video}, ${clock(media.seconds)}` : phrases.video
}

function Picture({ item, setting, phrases, src }: Part & { src: string }) {
	const { media } = item
	const isFilm = media?.kind === 'video'
	const label = isFilm ? phrases.play(clock(media.seconds)) : phrases.photo
	return (
		<a
			className="pic"
			href={itemLink(item, setting)}
			aria-label={phrases.by(label, nameOf(item, { phrases }))}
		>
			<img
				src={absolute(src, setting.origin)}
				width={media?.width ?? undefined}
				height={media?.height ?? undefined}
				alt=""
				loading="lazy"
				decoding="async"
			/>
			{isFilm && (
				<i>
					<svg viewBox="0 0 16 16" aria-hidden="true">
						<path d="M3 1.5v13l11-6.5z" fill="currentColor" />
					</svg>
				</i>
			)}
		</a>
	)
}
