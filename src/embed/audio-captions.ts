/**
 * Shows captions of audio, which browsers show for video alone: the line has the current cue of the chosen language, and the
 * button turns captions on and off. The line is hidden while it is empty.
 */
export function showAudioCaptions(media: HTMLMediaElement, button: HTMLElement, line: HTMLElement): void {
	const tracks = [...media.textTracks]
	const shown = () => tracks.find(({ mode }) => mode === 'showing')
	const show = () => {
		const track = shown()
		button.ariaPressed = `${!!track}`
		line.lang = track?.language ?? ''
		line.textContent = Array.from(track?.activeCues ?? [], (cue) => (cue as VTTCue).getCueAsHTML().textContent).join(
			' ',
		)
	}
	media.textTracks.onchange = show
	for (const track of tracks) track.oncuechange = show
	button.onclick = () => {
		const { lang } = media.closest<HTMLElement>('[lang]') as HTMLElement
		const wanted = shown() ? null : (tracks.find(({ language }) => language === lang) ?? tracks[0])
		for (const track of tracks) track.mode = track === wanted ? 'showing' : 'disabled'
	}
	show()
}
