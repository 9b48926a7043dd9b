import type { Basis, WallItem } from '#shared/wall/wall.ts'

/** Fictional testimonials: the studio's "Long" and "Arabic" previews, and the tests of walls. Their bases are those that a form offers. */
type SampleText = {
	name: string
	standing: string
	text: string
	title?: string
	rating?: number
	basis?: Basis
	locale?: string
}

function createItems(prefix: string, shorts: readonly SampleText[]): WallItem[] {
	return shorts.map((short, at) => ({
		id: `${prefix}-0000-4000-8000-${String(at).padStart(12, '0')}`,
		kind: 'text',
		locale: short.locale ?? 'en',
		title: short.title ?? null,
		text: short.text,
		is_excerpt: false,
		rating: short.rating ?? null,
		author: { name: short.name, title: short.standing, company: null, url: null, avatar: null },
		submitted_at: `2026-0${1 + (at % 9)}-12T09:00:00.000Z`,
		basis: short.basis ?? null,
		source: { name: null, url: null },
		reply: null,
		answers: [],
		reward: null,
		media: null,
		pinned: false,
	}))
}

const long =
	'I should say first that I do not like groups, and that I booked six days with five strangers because my wife had already paid. The first evening Isla spread the chart on the kitchen table and asked each of us what would make us stop having a good time. Not what we wanted: what would spoil it. I said being hurried. Somebody else said being cold. Nobody had ever asked me that before a holiday.\nFor six days I was not hurried once. When the wind got up on the Thursday we sat under a tarp for four hours and Fergus taught us to read the tide tables, properly, until I could have planned the crossing myself. On the last morning he handed me the chart and said, you choose. I chose wrong, by about a mile, and he let me find out and then showed me where.'

/** Long names, long words, no spaces, few stars: the limits of a layout. */
export const longItems: readonly WallItem[] = createItems('aaaaaaaa', [
	{
		name: 'Bartholomäus-Maximilian von Hohenzollern-Sigmaringen und Übersee',
		standing: 'Deputy Assistant Under-Secretary for Interdepartmental Correspondence, Northern Region',
		text: long,
		rating: 5,
		basis: 'invited',
	},
	{ name: 'O', standing: '', text: 'Good.', rating: 1, basis: 'vouched' },
	{
		name: 'Priyamvada Raghunathan-Oyelaran',
		standing: 'Museum of Estuary Life',
		text: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${'https://example.com/a-very-long-address-that-nobody-can-break/'.repeat(2)}`,
		rating: 3,
		basis: 'invited',
	},
	{ name: 'Wes Okafor', standing: 'Leeds', text: long.repeat(5), rating: 4, basis: 'email' },
	{
		name: 'Hedda Blom',
		standing: 'Bookseller',
		text: `${'👩‍👩‍👧‍👦 '.repeat(12)}🎉🎉🎉`,
	},
	{
		name: 'Ines Carvalho-Whitcombe',
		standing: 'Harbour pilot, retired',
		text: long.slice(0, 380),
		rating: 2,
	},
	{
		name: '高橋 美咲',
		standing: '編集者、金沢',
		text: '案内の方が毎朝、海図を開いて「今日はここまで行けます。ここから先は行きません」とはっきり言ってくれました。その一言で、初めての海でも安心して漕げました。'.repeat(
			3,
		),
		rating: 5,
		locale: 'ja',
	},
	{ name: 'Tom Askew', standing: 'Otley', text: long.slice(0, 158), rating: 5, basis: 'invited' },
	{
		name: 'Aurelio Bianchi-Castellanos',
		standing: 'Violin maker',
		text: long.slice(0, 355),
		rating: 5,
		basis: 'invited',
	},
])

/** Right to left, with a Latin line between, as in an Arabic wall. */
export const arabicItems: readonly WallItem[] = createItems('bbbbbbbb', [
	{
		name: 'سلمى الحداد',
		standing: 'معلّمة، عمّان',
		text: 'كنت أخاف من الماء منذ طفولتي. جلست المرشدة معي على الشاطئ ساعة كاملة قبل أن نلمس القارب، ولم يستعجلني أحد. في اليوم الرابع جدّفت وحدي إلى الجزيرة.',
		rating: 5,
		basis: 'invited',
		locale: 'ar',
	},
	{
		name: 'كريم منصور',
		standing: 'مصوّر، بيروت',
		text: 'أهدأ أسبوع في حياتي.',
		rating: 5,
		locale: 'ar',
	},
	{
		name: 'ياسين بن عمر',
		standing: 'مهندس، فاس',
		text: 'جئنا من أجل الفقمات، وما زلنا نتحدث عن العصيدة.',
		rating: 5,
		locale: 'ar',
	},
	{
		name: 'هدى الزهراني',
		standing: 'طبيبة، جدة',
		text: 'قوارب جيدة وطعام جيد وصدق في الحديث عن الطقس. كنت أتمنى يوم راحة إضافيًا، فخمسة أيام من التجديف كثيرة على من يعمل خلف مكتب.',
		rating: 4,
		basis: 'invited',
		locale: 'ar',
	},
	{
		name: 'نادر القاسم',
		standing: 'عمّان',
		text: 'بعوض، أربعة أيام من البعوض. أعلم أنه ليس ذنبهم، لكن قائمة التجهيزات قالت إن الشبكة اختيارية، وهي ليست كذلك.',
		rating: 1,
		basis: 'invited',
		locale: 'ar',
	},
	{
		name: 'ليلى الخطيب',
		standing: 'تونس',
		text: 'حجزت الرحلة لعيد ميلاد أبي السبعين، ولم يتوقف عن رسم القوارب منذ ذلك اليوم.',
		basis: 'vouched',
		locale: 'ar',
	},
	{
		name: 'Ruth Abernethy',
		standing: 'Fort William',
		text: 'On day two they turned us back at the headland because the swell was wrong, and nobody argued.',
		rating: 5,
		basis: 'invited',
	},
	{
		name: 'عمر الفاروقي',
		standing: 'خطّاط، الدار البيضاء',
		text: 'في أول مساء فردت المرشدة الخريطة على طاولة المطبخ وسألت كل واحد منا عمّا يفسد عليه الرحلة. قلت: العجلة. قال غيري: البرد. لم يسألني أحد هذا السؤال قبل أي رحلة من قبل. ستة أيام ولم يستعجلني أحد مرة واحدة. وحين اشتدت الريح يوم الخميس جلسنا أربع ساعات تحت الغطاء وتعلمنا قراءة جداول المد والجزر حتى صار بوسعي أن أخطط العبور بنفسي.',
		rating: 5,
		basis: 'email',
		locale: 'ar',
	},
	{ name: 'منى', standing: '', text: 'شكرًا.', rating: 5, locale: 'ar' },
])

/** Ordinary ones. */
export const plainItems: readonly WallItem[] = createItems('cccccccc', [
	{
		name: 'Ruth Abernethy',
		standing: 'Mountain leader, Fort William',
		text: 'I have guided for other firms for nine years, and I paid to be a customer of this one. On day two they turned us back at the headland because the swell was wrong, and nobody argued. That is what I was paying for.',
		rating: 5,
		basis: 'invited',
	},
	{
		name: 'Tomasz Wilk',
		standing: 'Piano tuner, Kraków',
		text: 'The quietest week of my life.',
		rating: 5,
	},
	{
		name: 'Priya Raman',
		standing: 'Leicester',
		text: 'Booked for my father’s seventieth. He has not stopped drawing the boats since.',
		basis: 'vouched',
	},
	{
		name: 'Daniel Frisch',
		standing: 'Anaesthetist, Hamburg',
		text: long,
		rating: 5,
		basis: 'invited',
	},
	{
		name: 'Lena Hofstra',
		standing: 'Product designer, Groningen',
		text: 'Good boats, good food, honest about the weather. I would have liked one more rest day: five days of paddling is a lot if you sit at a desk. Worth saying before you book.',
		rating: 4,
		basis: 'invited',
	},
	{
		name: 'Colin Pryce',
		standing: 'Shrewsbury',
		text: 'Midges. Four days of midges. I know it is not their fault, but the kit list said a head net was optional, and it is not.',
		rating: 1,
		basis: 'invited',
	},
	{
		name: 'Marguerite Oyelaran',
		standing: 'Bristol',
		text: 'We came for the seals. We still talk about the porridge.',
		rating: 5,
	},
	{
		name: 'Aoife Brennan',
		standing: 'Radio producer, Galway',
		text: 'You can hear the rain on the tarp, so that tells you the weather. Nobody minded.',
	},
	{
		name: 'Josep Ferrer',
		standing: 'Girona',
		text: 'My daughter, eleven, in the front seat, giving orders.',
		rating: 5,
	},
	{
		name: 'Hannes Lindqvist',
		standing: 'Printmaker, Umeå',
		text: 'Twenty past five in the morning. No filter, only cold hands.',
		rating: 5,
		basis: 'email',
	},
])
