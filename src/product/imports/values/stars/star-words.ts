/** Words for a star in small letters, by the beginning that all their forms share. */
const starWord =
	'stars?|sterne?n?|etoiles?|estrellas?|estrelas?|stelle|stella|sterren|ster|gwiazdk[iaę]|gwiazdek|gwiazd[yka]*|stjarnor|stjarna|stjerner|stjerne|stele|stea|tahtea|tahti|csillag|hvezd[a-z]*|hviezd[a-z]*|yildiz|звезд[а-я]*|зірок|зірк[аи]|αστερια|bintang|つ星|星|별점?|별|points?|pts?|punkte?|puntos?|pontos?|punti|punten|점|点'

/** Numbers from one to five as words, in ten languages. */
const numberWords = [
	'one|ein|eins|einen|une?|una|uno|um|uma|een|jeden|jedna|en|ett|одна|один',
	'two|zwei|deux|dos|due|dois|duas|twee|dwie|dwa|tva|to|две|два',
	'three|drei|trois|tres|tre|drie|trzy|три',
	'four|vier|quatre|cuatro|quattro|quatro|cztery|fyra|fire|четыре',
	'five|funf|cinq|cinco|cinque|vijf|piec|fem|пять',
]
const number = new RegExp(
	`^(?:${numberWords.map((words) => `(${words})`).join('|')})(?:[ _-](?:${starWord})(?:[ _-]rating)?)?$`,
)
const english = new Set(['one', 'two', 'three', 'four', 'five'])

/** The unit behind a number: stars, points or nothing. */
export const starUnit = new RegExp(`^[ _-]?(?:${starWord})(?:[ _-]rating)?[.!]?$`)

/** `FIVE`, `five stars`, `cinq étoiles`, in plain letters. A bare number word is taken in English alone, as programs write it. */
export function starsInWords(plain: string): number | undefined {
	const match = number.exec(plain)
	if (!match || !(english.has(plain) || /[ _-]/.test(plain))) return undefined
	return match.slice(1).findIndex((group) => group !== undefined) + 1
}

/** Words before a number that say it is a rating. */
const introduction =
	/^(?:(?:star[ _-]?)?rat(?:ed|ing)|score|review score|overall|stars?|bewertung|bewertet mit|note(?: de)?|note|evalue|valorado (?:con|en)|valoracion|calificacion|puntuacion|valutato|valutazione|voto|gewaardeerd(?: met)?|beoordeling|waardering|oceniono(?: na)?|ocena|betyg(?:satt)?|avaliado (?:com|em)|avaliacao|nota|оценка|рейтинг)[ :=]+(?=[\d★⭐])/

/** A text without the words that introduce a rating. */
export function withoutIntroduction(plain: string): string {
	return plain.replace(introduction, '')
}

const praise =
	/(?<!\p{L})(?:excellent|outstanding|great|very good|perfect|best|sehr gut|ausgezeichnet|hervorragend|parfait|tres bien|excelente|muy bueno|eccellente|ottimo|uitstekend|doskonale|utmarkt|отлично)(?!\p{L})/u
const blame =
	/(?<!\p{L})(?:poor|terrible|bad|awful|worst|horrible|very dissatisfied|sehr schlecht|schlecht|mangelhaft|ungenugend|mauvais|nul|malo|pesimo|pessimo|slecht|zly|dalig|плохо|ужасно)(?!\p{L})/u
const denial = /(?<!\p{L})(?:not|no|never|nicht|kein|pas|non|niet|geen|nie|inte|nao|не)(?!\p{L})/u

/** True for a label that says the opposite of its number, as school grades do, of which 1 is the best. */
export function isContradicted(label: string, share: number): boolean {
	if (denial.test(label)) return false
	return share <= 0.4 ? praise.test(label) : share >= 0.8 && blame.test(label)
}
