import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'

export const german: WallPageMessages = {
	title: 'Was Menschen über {name} sagen',
	skip: 'Zu den Stimmen',
	write: 'Selbst schreiben',
	how: 'Wie diese Wand entsteht',
	wordsTitle: 'Die Worte sind ihre',
	wordsText:
		'Gekürzt werden darf nur auf eine zusammenhängende Stelle. Jede andere Änderung braucht die Zustimmung der Schreibenden.',
	checkTitle: 'Die Prüfung ist unsere',
	checkText: 'Was geprüft ist, setzt der Server nach der Prüfung, nie der Inhaber.',
	choiceTitle: 'Die Auswahl trifft der Inhaber',
	choiceText:
		'{name} hat gewählt, welche der {published} veröffentlichten Stimmen hier stehen. Nach Sternen allein lässt sich keine Wand filtern.',
	range: '{first} bis {last} von {chosen} auf dieser Wand',
	pages: 'Seiten dieser Wand',
	footer: 'Ist eine davon von Ihnen? Mit Ihrem privaten Link können Sie sie ändern oder zurückziehen.',
	shortened: 'Gekürzt',
	cutOnCard: 'Die ersten {shown} von {all} Zeichen. Der Rest: {host}',
	rewarded: 'Erhalten fürs Schreiben: {reward}',
	showAll: 'Alle Worte von {name} zeigen',
	photoBy: 'Foto von {name}',
	videoBy: 'Video von {name}',
	soundBy: 'Tonaufnahme von {name}',
	testimonialBy: '{name} über {space}',
	transcript: 'Abschrift',
	transcriptIn: 'Abschrift, {language}',
	captionsIn: 'Untertitel: {languages}',
	asSent: 'Die Worte stehen so da, wie ihr Urheber sie geschickt oder angenommen hat.',
	proof: 'Beweis für diese Worte',
	footerOne: 'Ist das von Ihnen? Mit Ihrem privaten Link können Sie es ändern oder zurückziehen.',
	empty: '{name} zeigt hier noch keine Stimmen.',
}
