import type { WallItem, WallMedia } from '#shared/wall/wall.ts'
import type { WallMessages } from '#web/i18n/en/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import {
	absoluteUrl,
	affiliation,
	authorName,
	itemLink,
	itemPage,
	type RenderSettings,
	shownSeconds,
} from '#web/public/wall/render-settings.ts'
import { formatDuration } from '#web/public/wall/typesetting.ts'
import { Waveform } from './waveform.tsx'

/** A video or audio of an item; null for an item with a photo or without media. */
export function recordingOf({ media }: WallItem): WallMedia | null {
	return media && media.kind !== 'photo' ? media : null
}

/** The place of a card's recording: a poster beside its words, above them, or a player bar. */
export function recordingShape({ kind, width, height }: WallMedia): 'audio' | 'tall' | 'wide' {
	if (kind === 'audio') return 'audio'
	return width && height && height > width ? 'tall' : 'wide'
}

type Props = {
	item: WallItem
	media: WallMedia
	settings: RenderSettings
	messages: WallMessages
	/** A copy in a marquee is not reached by keyboard. */
	isCopy?: boolean
}

/**
 * The poster of a video, or the waveform of audio, with its play button. It is a link to the hosted wall, whose players need no
 * script; the loader plays the recording on the page instead (src/embed/player.ts).
 */
export function RecordingLink({ item, media, settings, messages, isCopy }: Props) {
	const isAudio = media.kind === 'audio'
	const isCaptioned = !isAudio && media.captions.length > 0
	return (
		<a
			className={isAudio ? 'pl bar' : 'pl film'}
			part="recording"
			href={itemLink(item, settings)}
			data-recording={JSON.stringify(playable(item, media, settings, messages))}
			tabIndex={isCopy ? -1 : undefined}
		>
			{isAudio ? <Waveform peaks={media.peaks} /> : <Poster media={media} settings={settings} />}
			<PlayMark media={media} />
			{isCaptioned && <i className="cc">{messages.captions}</i>}
			<i className="h"> {isCaptioned ? playText(item, media, messages) : playLabel(item, media, messages)}</i>
		</a>
	)
}

/** The name of a play button: "Play the video of Ines Carvalho". */
function playText(item: WallItem, media: WallMedia, messages: WallMessages): string {
	const text = media.kind === 'audio' ? messages.playAudio : messages.playVideo
	return interpolate(text, { name: authorName(item, { messages }) })
}

/** The words of a play button for screen readers after its visible duration: "Play the video of Ines Carvalho, with captions". */
export function playLabel(item: WallItem, media: WallMedia, messages: WallMessages): string {
	const label = playText(item, media, messages)
	return media.captions.length > 0 ? interpolate(messages.by, { label, name: messages.withCaptions }) : label
}

/** A disc with a triangle, and the duration. */
export function PlayMark({ media }: { media: WallMedia }) {
	const duration = durationOf(media)
	return (
		<i className="pb">
			<i>
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path d="M3 1.5v13l11-6.5z" fill="currentColor" />
				</svg>
			</i>
			{duration && <span>{duration}</span>}
		</i>
	)
}

function durationOf(media: WallMedia): string | null {
	const seconds = shownSeconds(media)
	return seconds === null ? null : formatDuration(seconds)
}

function Poster({ media, settings }: Pick<Props, 'media' | 'settings'>) {
	const { poster, width, height } = media
	if (!poster || !settings.wall.wall.theme.photos) return null
	return (
		<img
			src={absoluteUrl(poster, settings.origin)}
			width={width ?? undefined}
			height={height ?? undefined}
			alt=""
			loading="lazy"
			decoding="async"
		/>
	)
}

/** The members that src/embed/player.ts declares: all that the player needs. */
function playable(item: WallItem, media: WallMedia, settings: RenderSettings, messages: WallMessages) {
	const { origin } = settings
	return {
		kind: media.kind,
		src: absoluteUrl(media.url, origin),
		poster: media.poster && settings.wall.wall.theme.photos ? absoluteUrl(media.poster, origin) : null,
		size: media.width && media.height ? [media.width, media.height] : null,
		captions: media.captions.map(({ locale, url }) => [locale, absoluteUrl(url, origin)]),
		trim: media.trim && [media.trim.start, media.trim.end],
		name: authorName(item, { messages }),
		about: affiliation(item),
		page: origin + itemPage(item),
	}
}

/** Sentences of the player, in the language of the wall; undefined for a wall without recordings. */
export function playerSentences({ wall, messages }: RenderSettings): string | undefined {
	if (!wall.items.some(recordingOf)) return undefined
	const { close, captions, recordingPage, testimonialPage, blocked, failed, whole } = messages
	return JSON.stringify({ close, captions, recordingPage, testimonialPage, blocked, failed, whole })
}
