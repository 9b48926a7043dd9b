/**
 * The script of hosted pages with recordings: a button starts each, one plays at a time, and the shown part and the chosen
 * captions are kept.
 */
import { showAudioCaptions } from '#embed/audio-captions.ts'
import { followPlayback } from '#embed/playback.ts'
import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'

afterFirstPaint(() => loadNamedScript('page-view'))

const fragment = /#t=([\d.]+),([\d.]+)$/

for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) {
	const [, start, end] = fragment.exec(media.src) ?? []
	followPlayback(media, start && end ? [Number(start), Number(end)] : null)
	const figure = media.closest('figure')
	const button = figure?.querySelector<HTMLElement>('.captions')
	const line = figure?.querySelector<HTMLElement>('.cue')
	if (!button || !line) continue
	showAudioCaptions(media, button, line)
	button.hidden = false
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.start')) {
	const media = button.previousElementSibling as HTMLMediaElement
	media.controls = false
	button.hidden = false
	const showPlayer = () => {
		const hadFocus = document.activeElement === button
		media.controls = true
		button.remove()
		if (hadFocus) media.focus()
	}
	media.addEventListener('play', showPlayer, { once: true })
	button.onclick = () => {
		showPlayer()
		media.play().catch(() => {
			// A browser that wants another tap shows its own play button.
		})
	}
}
