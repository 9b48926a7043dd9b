import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'

export const german: RecorderTrimMessages = {
	playPart: 'Den gewählten Teil abspielen',
	back: 'Zurück zu Ihrer Aufnahme',
	stays: '{time} bleiben',
	leftOut: '{time} fallen weg',
	from: 'Anfang',
	to: 'Ende',
	fromEarlier: 'Anfang: eine halbe Sekunde früher',
	fromLater: 'Anfang: eine halbe Sekunde später',
	toEarlier: 'Ende: eine halbe Sekunde früher',
	toLater: 'Ende: eine halbe Sekunde später',
	cover: 'Titelbild',
	coverAt: 'Bei {time}',
	leavesDevice: 'Was Sie weglassen, wird hier gelöscht und nie gesendet.',
	nextCut: 'Dieser Browser kann nur an bestimmten Stellen schneiden, der Anfang liegt deshalb bei {time}.',
	noCut: 'Dieser Browser kann die Aufnahme nicht schneiden. Das Titelbild können Sie wählen und alles verwenden.',
	endOnly: 'Dieser Browser kann nur das Ende dieser Aufnahme weglassen.',
	cutting: 'Wird zugeschnitten',
}
