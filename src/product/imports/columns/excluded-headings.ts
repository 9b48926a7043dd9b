import type { ImportTarget } from '#shared/import/import-api.ts'

const words = (list: string) => new RegExp(`(?:^| )(?:${list})(?= |$)`)

/** Headings about the thing or the shop, and not about the person or the words. */
const things = words(
	'product|products|produkt|produktname|produit|producto|prodotto|produto|item|items|sku|shop|store|file|filename|dateiname|fichier|app|package|form|page|event|campaign|brand|merchant|vendor|seller|webshop|listing|order|host|owner|staff|course name|collection|plan|device|browser|domain|category|group|project|location|hotel|property|商品|商品名|产品|상품',
)
/** Headings of numbers, ids and technical facts. */
const facts = words(
	'id|ids|ip|count|counts|total|length|type|code|number|no|nr|num|hash|token|version|index|position|handle|slug|barcode|quantity|price|amount|currency|utc offset',
)
const links = words('url|urls|link|links|href|uri')
const replies = words(
	'reply|replies|replied|response|responses|responded|answered|antwort|reponse|respuesta|risposta|antwoord|odpowiedz|resposta|svar',
)
const dates = words('date|dates|time|at|datum|fecha|timestamp|year|month|day')
const scores = words('rating|ratings|stars|score|scores|rate|sterne')
const people = words(
	'name|names|author|email|e mail|mail|avatar|user|username|nickname|autor|vorname|nachname|nom|nombre|nome',
)
const pictures = words(
	'photo|photos|image|images|picture|pictures|avatar|video|videos|media|foto|fotos|bild|filename|filenames',
)
const states = words('status|state|flag|flagged|verified|approved|published|public|enabled|sentiment|visibility|spam')
const titles = words('title|headline|heading|subject|titel|titre|titulo|titolo')
const others = words(
	'birth|birthday|birthdate|optin|confirm|updated|update|modified|edited|expiry|expires|start|last|purchase|purchased|delivery|arrival|departure|checkout|check in|zone|time zone|due|used',
)
const counts = words(
	'count|counts|total|average|avg|mean|number|distribution|max|scale|votes|helpful|text|comment|label|weight',
)
const consents = words('marketing|newsletter|accepts|opt|subscribed|subscriber|sent|opened|verified|status|consent')

/** Words that keep a heading from being a target. */
const exclusions: Partial<Record<ImportTarget, RegExp[]>> = {
	text: [
		facts,
		links,
		replies,
		dates,
		scores,
		people,
		pictures,
		states,
		titles,
		words(
			'sku|file|order|owner|vendor|seller|merchant|admin|internal|private|staff|tag|tags|label|labels|category|language|locale|country|source|likes|job',
		),
	],
	labelled: [facts, links, dates, scores, pictures, things, words('count|votes')],
	headline: [facts, links, replies, dates, scores, people, pictures, states, things, words('job|author|customer|page')],
	name: [
		things,
		facts,
		links,
		replies,
		dates,
		scores,
		pictures,
		states,
		consents,
		words('company|firma|business|organization|organisation|employer|email|mail|unternehmen|empresa|entreprise'),
	],
	rating: [things, links, dates, counts, pictures, replies, words('id|ids|sentiment|out of|max|recommend')],
	submitted_at: [
		others,
		replies,
		words('owner|answer|answers|product|order|item|id|count|zone|format|approved|approve'),
	],
	email: [things, consents, words('id|count|type|template')],
	title: [things, facts, links, dates, words('review|testimonial|page')],
	company: [things, facts, links, dates, replies, words('size|email|mail|phone|address|industry|city|logo')],
	url: [things, pictures, replies, words('review|source|product|image|picture|logo|id|count')],
	source_url: [things, pictures, words('product|image|picture|logo|count|profile')],
	language: [words('count|code|id|product')],
	tags: [words('count|id|ids|product')],
	avatar: [things, words('product|id|count|logo')],
	photo: [things, words('product|id|count|logo|unpublished')],
	status: [
		words(
			'count|id|verification|verified|order|payment|product|email|reward|subscription|details|date|at|country|province|marketing',
		),
	],
	reply: [dates, facts, people, states, links, words('count|votes|reply to')],
	replied_at: [words('count|id|text')],
	verified: [words('count|at|date|id|email')],
	id: [
		things,
		words(
			'user|customer|respondent|network|account|post|parent|variant|client|author|reviewer|person|member|team|session|visitor|transaction',
		),
	],
	parent: [words('count|name|title')],
}

const descriptions = words('(?:product|item|shop|store|company|event|course) description')

/** @param rest the heading without the words that speak for the target */
export function isExcluded(target: ImportTarget, rest: string, plain = rest): boolean {
	if (target === 'text' && descriptions.test(plain)) return true
	return exclusions[target]?.some((pattern) => pattern.test(rest)) ?? false
}

const permission =
	/\b(?:may|can|could|should) (?:we|i)\b.*\b(?:publish|share|use|show|quote|feature|contact|post|display|mention)\b|\b(?:happy|okay|ok|fine) (?:for|with) us\b|\b(?:i|you) (?:agree|consent|allow|accept)\b|^(?:agree|consent)|\b(?:permission|consent|gdpr|einverstanden|einverstandnis|einwillig\w*|zustimmung|durfen wir|erlauben sie|autorisez|autorisation|consentement|acceptez|pouvons nous|podemos|autoriza\w*|consentimiento|consenso|possiamo|mogen we|mogen wij|toestemming|zgoda|zgadzam|consentimento|samtycke|far vi)\b|согласие|согласен|同意|掲載して/u

/** True for a question that asks for the permission to publish, which is neither words nor a state. */
export function isPermission(plain: string): boolean {
	return permission.test(plain)
}

const useless = words(
	'product|products|produkt|produktname|artikel|ville|stadt|ort|land|pays|ciudad|pais|citta|stad|miasto|cidade|plats|plz|tel|telefono|shipping|store|shop|brand|merchant|branch|place|query|keyword|keywords|likes|file|filename|dateiname|sku|upc|isbn|mpn|gtin|ean|order|orders|ip|device|browser|agent|utm|referrer|referer|phone|telephone|telefon|country|city|town|zip|postal|postcode|street|address line|barcode|region|location|variant|handle|price|quantity|currency|gender|age|birth|birthday|marketing|newsletter|token|hash|version|position|count|votes|helpful|thumbs|id|ids|uuid|guid|key|app key|appkey|network|respondent|collector|sentiment|profanity|latitude|longitude|timezone|time zone|updated|modified|last|started|duration|seconds|score type|type|slug|user agent|session|spent|total|pinned|featured|sort|index|row|likes|shares|source|channel|platform|integration|language code|industry|size',
)

/** True for headings of columns that no testimonial has a place for. */
export function isUseless(plain: string): boolean {
	return plain === '' || useless.test(plain)
}
