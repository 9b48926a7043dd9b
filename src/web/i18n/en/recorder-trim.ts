/** Texts for trimming a take. Loaded with its screen. */
export const english = {
	playPart: 'Play the chosen part',
	back: 'Back to your take',
	stays: '{time} stays',
	leftOut: '{time} is left out',
	from: 'Start',
	to: 'End',
	fromEarlier: 'Start: half a second earlier',
	fromLater: 'Start: half a second later',
	toEarlier: 'End: half a second earlier',
	toLater: 'End: half a second later',
	cover: 'Cover picture',
	coverAt: 'At {time}',
	leavesDevice: 'What you leave out is deleted here and never sent.',
	nextCut: 'This browser can only cut at certain places, so it starts at {time}.',
	noCut: 'This browser cannot cut this recording. You can still choose the cover and use all of it.',
	endOnly: 'This browser can only leave out the end of this recording.',
	cutting: 'Trimming',
	mostFits: '{time} stays, the most that fits',
	chosenTooLong: '{time} chosen, {over} too long',
	atMost: 'At most {time}',
	endAt: 'End it at {time}',
	usePart: 'Use this part, {time}',
	usePartOver: 'Use this part',
	shorten: 'Shorten it by {time} to use it.',
	tooLongBy: '{time} too long.',
	noCutTooLong:
		'This browser cannot cut this recording, and it is too long to send. Record a shorter one, or choose another file.',
}

export type RecorderTrimMessages = Readonly<Record<keyof typeof english, string>>
