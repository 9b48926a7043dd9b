/** Words by which crawlers, previews of links, monitors and programs name themselves. Cubot is a maker of phones. */
const botWords =
	/(?<!\bcu)bot|crawl|spider|slurp|preview|monitor|fetch|scan|archiv|lighthouse|externalhit|curl|wget|python|java\/|okhttp|axios/i

/** True when a request is not a visitor's: its header `User-Agent` names a program, or is missing. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || botWords.test(userAgent)
