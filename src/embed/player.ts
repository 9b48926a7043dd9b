/**
 * The player, dist/embed/player.js: the loader imports it when a visitor plays a recording. It replaces the poster where there is
 * room, and opens over the host page else.
 */
import { showAudioCaptions } from './audio-captions.ts'
import { followPlayback } from './playback.ts'
import css from './player.css?inline'

/** The members that the link of a recording declares (src/web/public/wall/embed/cards/recording-link.tsx). Addresses are absolute. */
type Recording = {
	kind: 'video' | 'audio'
	src: string
	poster: string | null
	size: [number, number] | null
	captions: [locale: string, url: string][]
	trim: [number, number] | null
	name: string
	about: string
	page: string
}

type Sentences = Record<
	'close' | 'captions' | 'recordingPage' | 'testimonialPage' | 'blocked' | 'failed' | 'whole',
	string
>

/** Smallest poster that is replaced by a player with usable controls, in px. */
const leastRoom = { video: [260, 146], audio: [240, 40] } as const

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
let closeCurrent: (() => void) | undefined

/** Plays the recording of a link within a wall; the one that played before is closed. */
export function play(link: HTMLAnchorElement): void {
	const root = link.getRootNode() as ShadowRoot
	const section = root.querySelector<HTMLElement>('.w')
	if (!section) return
	if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
	const recording = JSON.parse(link.dataset.recording ?? '') as Recording
	const sentences = JSON.parse(section.dataset.player ?? '{}') as Sentences
	closeCurrent?.()
	const [width, height] = leastRoom[recording.kind]
	const hasRoom = link.offsetWidth >= width && link.offsetHeight >= height
	const media = createMedia(recording, section.lang)
	const fail = (sentence: string) => {
		// The dialog says why; what stands in its place has no room for it.
		closeCurrent?.()
		openDialog(link, section, recording, sentences, sentence)
	}
	closeCurrent = hasRoom ? openInPlace(link, media, sentences) : openDialog(link, section, recording, sentences, media)
	watchFailures(media, link, sentences, fail)
	media.play().catch(() => {
		// A browser that wants another tap shows its own play button.
	})
}

function createMedia({ kind, src, poster, size, captions, trim, name }: Recording, lang: string): HTMLMediaElement {
	const media = document.createElement(kind)
	media.controls = true
	media.ariaLabel = name
	if (media instanceof HTMLVideoElement) {
		media.playsInline = true
		if (poster) media.poster = poster
		if (size) {
			;[media.width, media.height] = size
			media.style.setProperty('--ratio', `${size[0] / size[1]}`)
		}
	}
	// Captions of another origin are read only with CORS.
	if (captions.length > 0) media.crossOrigin = 'anonymous'
	const names = new Intl.DisplayNames([lang], { type: 'language' })
	for (const [locale, url] of captions) {
		const track = document.createElement('track')
		track.kind = 'captions'
		track.srclang = locale
		track.label = names.of(locale) ?? locale
		track.src = url
		media.append(track)
	}
	media.src = trim ? `${src}#t=${trim.join()}` : src
	followPlayback(media, trim)
	return media
}

/** A player as it stands in a card or in the dialog; browsers show captions of video alone. */
function createPlace(media: HTMLMediaElement, { captions }: Sentences): HTMLElement {
	const isAudio = media.localName === 'audio'
	const place = create('div', '')
	place.className = isAudio ? 'bar on' : 'film on'
	place.append(media)
	if (isAudio && media.textTracks.length > 0) {
		const button = create('button', '')
		button.className = 'captions'
		button.ariaLabel = captions
		// An element whose direction follows its text.
		const line = create('bdi', '')
		line.className = 'cue'
		place.append(button, line)
		showAudioCaptions(media, button, line)
	}
	return place
}

/** Replaces the link, and returns a function that brings it back. */
function openInPlace(link: HTMLAnchorElement, media: HTMLMediaElement, sentences: Sentences): () => void {
	const place = createPlace(media, sentences)
	link.replaceWith(place)
	const close = () => {
		media.pause()
		place.replaceWith(link)
		closeCurrent = undefined
	}
	place.addEventListener('keydown', (event) => {
		// Escape leaves full screen first.
		if (event.key !== 'Escape' || document.fullscreenElement) return
		close()
		link.focus()
	})
	media.focus()
	return close
}

/**
 * Opens a recording, or a sentence about it, over the host page.
 * @returns closes it
 */
function openDialog(
	link: HTMLAnchorElement,
	section: HTMLElement,
	{ name, about, page, captions }: Recording,
	sentences: Sentences,
	content: HTMLMediaElement | string,
): () => void {
	const dialog = document.createElement('dialog')
	dialog.className = 'stage'
	dialog.lang = section.lang
	dialog.dir = section.dir
	dialog.ariaLabel = name
	const close = create('button', '')
	close.ariaLabel = sentences.close
	const form = create('form', '')
	form.method = 'dialog'
	form.append(create('b', name), create('span', about), close)
	const foot = create('a', captions.length > 0 ? sentences.recordingPage : sentences.testimonialPage)
	foot.href = page
	const isSentence = typeof content === 'string'
	if (isSentence) {
		foot.textContent = sentences.whole
		foot.href = link.href
		foot.target = '_blank'
	}
	dialog.append(form, isSentence ? create('div', content) : createPlace(content, sentences), foot)
	dialog.onclose = () => {
		if (!isSentence) content.pause()
		dialog.remove()
		closeCurrent = undefined
		link.focus()
	}
	section.append(dialog)
	dialog.showModal()
	if (!isSentence) content.focus()
	return () => dialog.close()
}

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name)
	element.textContent = text
	return element
}

/** A host page may forbid media of other origins: then the hosted wall opens in a new tab. */
function watchFailures(
	media: HTMLMediaElement,
	link: HTMLAnchorElement,
	sentences: Sentences,
	fail: (sentence: string) => void,
): void {
	const controller = new AbortController()
	const { signal } = controller
	const origin = new URL(media.src).origin
	document.addEventListener(
		'securitypolicyviolation',
		({ effectiveDirective, blockedURI }) => {
			if (effectiveDirective !== 'media-src' || !blockedURI.startsWith(origin)) return
			controller.abort()
			fail(sentences.blocked)
			window.open(link.href, '_blank', 'noopener')
		},
		{ signal },
	)
	// A blocked file fails too, before or after the report about it.
	media.addEventListener('error', () => setTimeout(() => signal.aborted || fail(sentences.failed)), { signal })
	media.addEventListener('loadedmetadata', () => controller.abort(), { signal })
}
