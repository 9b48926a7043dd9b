/** Said while a device solves a challenge, by the language of the page. */
export const workWords: Readonly<Record<string, string>> = {
	en: 'Many people are writing at this moment. Your device is solving a small task first; then your words are sent by themselves.',
	de: 'Im Moment schreiben hier sehr viele. Ihr Gerät löst zuerst eine kleine Aufgabe; dann werden Ihre Worte von selbst gesendet.',
	fr: 'Beaucoup de personnes écrivent en ce moment. Votre appareil résout d’abord une petite tâche ; vos mots sont ensuite envoyés d’eux-mêmes.',
	es: 'Muchas personas escriben en este momento. Su dispositivo resuelve antes una pequeña tarea; después sus palabras se envían solas.',
	ar: 'يكتب كثيرون في هذه اللحظة. يحل جهازك أولًا مهمة صغيرة، ثم تُرسل كلماتك من تلقاء نفسها.',
}
