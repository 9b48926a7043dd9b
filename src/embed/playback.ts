/** Rules that every player of a page shares: one plays at a time, the shown part is kept, captions stay as chosen. */

let playing: HTMLMediaElement | undefined
/** The language of the captions that the visitor chose, null for none; forgotten with the page. */
let chosenCaptions: string | null | undefined

/**
 * Applies the rules to a player.
 * @param trim the part that is shown, in seconds; null for all
 */
export function followPlayback(media: HTMLMediaElement, trim: readonly [number, number] | null): void {
	media.addEventListener('play', () => {
		if (playing !== media) playing?.pause()
		playing = media
		applyChoice(media.textTracks)
	})
	if (trim) keepWithin(media, trim)
	media.textTracks.addEventListener('change', () => {
		chosenCaptions = [...media.textTracks].find(({ mode }) => mode === 'showing')?.language ?? null
	})
}

/** Captions stay off until a visitor turns them on, except where their system asks for them. */
function applyChoice(tracks: TextTrackList): void {
	if (chosenCaptions === undefined || tracks.length === 0) return
	const all = [...tracks]
	const wanted = chosenCaptions && (all.find(({ language }) => language === chosenCaptions) ?? all[0])
	for (const track of all) {
		const mode = track === wanted ? 'showing' : 'disabled'
		if (track.mode !== mode) track.mode = mode
	}
}

/** Frames may come a little after the end, and a seek may stop a little before it. */
const tolerance = 0.25

function keepWithin(media: HTMLMediaElement, [start, end]: readonly [number, number]): void {
	const isOutside = () => media.currentTime < start - tolerance || media.currentTime > end
	media.addEventListener('timeupdate', () => {
		if (media.currentTime >= end && !media.paused) media.pause()
	})
	media.addEventListener('play', () => {
		if (isOutside() || media.currentTime >= end - tolerance) media.currentTime = start
	})
	media.addEventListener('seeking', () => {
		if (isOutside()) media.currentTime = media.currentTime < start ? start : end
	})
}
