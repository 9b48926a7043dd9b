import type { Transcript } from '#shared/recording/transcript.ts'
import type { WallItem, WallMedia } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { PlayMark, playLabel } from '#web/public/wall/embed/cards/recording-link.tsx'
import { Waveform } from '#web/public/wall/embed/cards/waveform.tsx'
import type { PageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { authorName, shownSeconds } from '#web/public/wall/render-settings.ts'
import { formatDuration, textDirection } from '#web/public/wall/typesetting.ts'

type Props = { item: WallItem; settings: PageRenderSettings }

/** The attribute holds for videos, too: https://html.spec.whatwg.org/multipage/media.html#attr-media-loading. React has no type for it yet. */
const lazyPoster = { loading: 'lazy' }

/**
 * A picture, or the browser's own player with a poster; the file loads on demand. The page's script shows a button over the
 * poster, or in place of audio whose length its player does not know, which starts the player.
 */
export function PageMedia({ item, settings }: Props) {
	const { media } = item
	const { photos } = settings.wall.wall.theme
	if (!media || (media.kind === 'photo' && !photos)) return null
	const name = authorName(item, settings)
	const size = { width: media.width ?? undefined, height: media.height ?? undefined }
	if (media.kind === 'photo')
		return (
			<figure className="media">
				<img
					src={media.url}
					{...size}
					alt={interpolate(settings.page.photoBy, { name })}
					loading="lazy"
					decoding="async"
				/>
			</figure>
		)
	if (media.kind === 'video')
		return (
			<figure className={media.width && media.height && media.height > media.width ? 'film tall' : 'film'}>
				<div className="screen">
					<video
						src={shownPart(media)}
						poster={(photos && media.poster) || undefined}
						{...size}
						controls
						playsInline
						preload="none"
						{...lazyPoster}
						aria-label={interpolate(settings.page.videoBy, { name })}
					>
						<CaptionTracks media={media} settings={settings} />
					</video>
					<StartButton item={item} media={media} settings={settings} />
				</div>
				<RecordingFacts media={media} settings={settings} />
			</figure>
		)
	return (
		<figure className="sound">
			<Waveform peaks={media.peaks} />
			<div className="play">
				{/* biome-ignore lint/a11y/useMediaCaption: its tracks are in a component */}
				<audio src={shownPart(media)} controls preload="none" aria-label={interpolate(settings.page.soundBy, { name })}>
					<CaptionTracks media={media} settings={settings} />
				</audio>
				<StartButton item={item} media={media} settings={settings} />
				{media.captions.length > 0 && (
					<button
						className="captions"
						type="button"
						lang={settings.messages.lang}
						aria-label={settings.messages.captions}
						hidden
					/>
				)}
			</div>
			{media.captions.length > 0 && <p className="cue" dir="auto" />}
			<RecordingFacts media={media} settings={settings} />
		</figure>
	)
}

function StartButton({ item, media, settings }: Props & { media: WallMedia }) {
	const { messages } = settings
	return (
		<button className="start" type="button" hidden lang={messages.lang}>
			<PlayMark media={media} />
			<span className="h"> {playLabel(item, media, messages)}</span>
		</button>
	)
}

function CaptionTracks({ media, settings }: { media: WallMedia; settings: PageRenderSettings }) {
	return media.captions.map(({ locale, url }) => (
		<track
			key={locale}
			kind="captions"
			src={url}
			srcLang={locale}
			label={languageName(locale, settings.messages.lang)}
		/>
	))
}

/** Length and languages of captions: a player that has loaded nothing cannot show them. */
function RecordingFacts({ media, settings }: { media: WallMedia; settings: PageRenderSettings }) {
	const seconds = shownSeconds(media)
	const languages = media.captions.map(({ locale }) => languageName(locale, settings.messages.lang))
	if (seconds === null && languages.length === 0) return null
	return (
		<figcaption lang={settings.messages.lang}>
			{seconds !== null && <span>{formatDuration(seconds)}</span>}
			{languages.length > 0 && (
				<span>{interpolate(settings.page.captionsIn, { languages: languages.join(', ') })}</span>
			)}
		</figcaption>
	)
}

/** Players begin and end where this says, and the page's script keeps them there. */
function shownPart({ url, trim }: WallMedia): string {
	return trim ? `${url}#t=${trim.start},${trim.end}` : url
}

/** Folded transcripts, one a language; the text is always in the page. */
export function FoldedTranscripts({ item, settings }: Props) {
	return settings.transcripts[item.id]?.map((transcript, _, all) => (
		<details className="transcript" key={transcript.locale}>
			<summary lang={settings.messages.lang}>{transcriptTitle(transcript, all.length, settings)}</summary>
			<p lang={transcript.locale} dir={textDirection(transcript.cues[0]?.text ?? '')}>
				{transcript.cues.map(({ text }) => text).join(' ')}
			</p>
		</details>
	))
}

/** The heading of a transcript, which names its language where there are several. */
export function transcriptTitle({ locale }: Transcript, count: number, { page, messages }: PageRenderSettings): string {
	if (count === 1) return page.transcript
	return interpolate(page.transcriptIn, { language: languageName(locale, messages.lang) })
}

function languageName(locale: string, inLanguage: string): string {
	return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(locale) ?? locale
}
