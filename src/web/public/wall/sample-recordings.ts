import type { WallItem, WallMedia } from '#shared/wall/wall.ts'
import { arabicItems, plainItems } from './sample-items.ts'

/** Fictional recordings for the tests of walls: with and without words, poster, captions, waveform; wide, tall and right to left. */
type SampleRecording = Partial<WallMedia> & { text?: string | undefined; rating?: number | null }

const peaks = Array.from({ length: 100 }, (_, at) => Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 11)))
const folder = '/media/11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222'
const captions = ['de', 'en'].map((locale) => ({ locale, url: `${folder}/recording.${locale}.vtt` }))

const shorts: readonly SampleRecording[] = [
	{ text: 'Parking is hopeless and the studio is freezing until eight. Then the kiln room warms up.', captions },
	{ kind: 'audio', text: 'You can hear the rain on the studio roof, so that tells you the weather.', captions },
	{ width: 720, height: 1280, text: 'Wanted a dragon. Got a dragon.' },
	{ text: '', captions, rating: null },
	{ kind: 'audio', text: '' },
	{ text: '', poster: null, width: null, height: null },
	{ kind: 'audio', text: 'Nobody minded.', peaks: null, rating: null },
	{ width: 720, height: 1280, text: '', trim: { start: 3, end: 38 } },
	{ text: plainItems[3]?.text ?? '', captions },
]

function withMedia(item: WallItem, { text = '', rating = item.rating, ...given }: SampleRecording): WallItem {
	const isAudio = given.kind === 'audio'
	const media: WallMedia = {
		kind: 'video',
		url: `${folder}/recording.${isAudio ? 'm4a' : 'mp4'}`,
		width: isAudio ? null : 1280,
		height: isAudio ? null : 720,
		poster: isAudio ? null : `${folder}/recording.webp`,
		captions: [],
		seconds: 42,
		trim: null,
		peaks: isAudio ? peaks : null,
		...given,
	}
	return { ...item, kind: media.kind === 'audio' ? 'audio' : 'video', text, rating, media }
}

/** Recordings in every form that a wall may show. */
export const recordingItems: readonly WallItem[] = shorts.map((short, at) =>
	withMedia({ ...(plainItems[at] as WallItem), id: `dddddddd-0000-4000-8000-${String(at).padStart(12, '0')}` }, short),
)

/** The same, right to left. */
export const arabicRecordingItems: readonly WallItem[] = shorts.map((short, at) => {
	const item = arabicItems[at] as WallItem
	return withMedia(item, { ...short, text: short.text && item.text })
})
