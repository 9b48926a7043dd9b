import type { WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Words } from '#web/public/wall/embed/cards/card.tsx'
import { CardAuthor, CardHeader, Picture } from '#web/public/wall/embed/cards/card-parts.tsx'
import { RecordingLink, recordingOf } from '#web/public/wall/embed/cards/recording-link.tsx'
import { absoluteUrl, cardPicture, itemSettings, type RenderSettings } from '#web/public/wall/render-settings.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'

/** Testimonials one at a time, each large and beside its picture; several scroll sideways. */
export function FeatureLayout({ settings }: { settings: RenderSettings }) {
	const { items } = settings.wall
	const isScrolled = items.length > 1
	return (
		<ul
			part="list"
			tabIndex={isScrolled ? 0 : undefined}
			aria-label={isScrolled ? settings.messages.scrolls : undefined}
		>
			{items.map((item) => (
				<Feature key={item.id} item={item} settings={settings} />
			))}
		</ul>
	)
}

/** The picture beside the words of a feature. */
export function featurePicture(item: WallItem, settings: Pick<RenderSettings, 'wall'>) {
	const { photos, avatars } = settings.wall.wall.theme
	const recording = recordingOf(item)
	if (recording?.kind === 'video') return 'video'
	if (photos && item.media?.kind === 'photo') return 'photo'
	return photos && avatars && item.author.avatar ? 'portrait' : null
}

function Feature({ item, settings }: { item: WallItem; settings: RenderSettings }) {
	const { lang, dir, messages } = itemSettings(item, settings)
	const part = { item, settings, messages }
	const recording = recordingOf(item)
	const kind = featurePicture(item, settings)
	const photo = cardPicture(item, settings)
	const { avatar } = item.author
	return (
		<li className={`t f ${kind ?? 'plain'}`} part="card" data-len={lengthClass(item.text)} lang={lang} dir={dir}>
			{kind === 'video' && recording && <RecordingLink {...part} media={recording} />}
			{kind === 'photo' && photo && <Picture {...part} src={photo} />}
			{kind === 'portrait' && avatar && (
				<img
					className="face"
					part="portrait"
					src={absoluteUrl(avatar.url, settings.origin)}
					width={avatar.width ?? undefined}
					height={avatar.height ?? undefined}
					alt=""
					loading="lazy"
					decoding="async"
				/>
			)}
			<div className="say">
				{recording?.kind === 'audio' && <RecordingLink {...part} media={recording} />}
				<CardHeader {...part} />
				<Words item={item} />
				<CardAuthor {...part} />
				{item.reply && (
					<div className="re" part="reply" hidden>
						<b>{interpolate(messages.reply, { name: settings.wall.space.name })}</b>
						<p dir="auto">{item.reply.body}</p>
					</div>
				)}
			</div>
		</li>
	)
}
