/** The script of hosted pages with recordings: one plays at a time, and the shown part and the chosen captions are kept. */
import { followPlayback } from '#embed/playback.ts'

const fragment = /#t=([\d.]+),([\d.]+)$/

for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) {
	const [, start, end] = fragment.exec(media.src) ?? []
	followPlayback(media, start && end ? [Number(start), Number(end)] : null)
}
