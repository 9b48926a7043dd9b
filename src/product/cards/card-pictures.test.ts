import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quotationMarks } from '#shared/wall/quotation-marks.ts'
import type { CardShape, CardText } from '#shared/wall/share-card.ts'
import { imperfect } from '#test/support/upload-corpus/imperfect.ts'
import { cardLook } from './card-look.ts'
import { type CardPool, createCardPool } from './card-pool.ts'

/** Pictures at half their size; UPDATE_PICTURES=1 renews them. Look at what changed before you commit it. */
const pictures = new URL('./pictures/', import.meta.url)

let pool: CardPool
let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-cards-'))
	pool = createCardPool({ DATA_DIR: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Sample = Partial<CardText> & {
	words: string
	lang: string
	theme?: string
	color?: string
	shape?: CardShape
	photo?: 'photo' | 'video'
}

const long =
	'I should say first that I do not like groups, and that I booked the course because my daughter had already paid for it. I am seventy-four, I taught the violin for most of those years, and I have been told by good doctors and bad ones that my left hand was finished. Nobody here asked. '

const samples: Record<string, Sample> = {
	latin: { lang: 'en', words: 'Best two hours of my week.', name: 'Tomasz Wieczorek', detail: 'Night-shift baker' },
	'latin-long': { lang: 'en', words: long.repeat(15), name: 'Dorothea Winterbourne', detail: 'Violin teacher' },
	vietnamese: { lang: 'vi', words: 'Hai giờ tuyệt nhất trong tuần của tôi.', name: 'Nguyễn Thị Hương', theme: 'dark' },
	'long-word': {
		lang: 'de',
		words: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
		rating: null,
		name: 'Lukas Brandstätter',
	},
	cyrillic: { lang: 'ru', words: 'Лучшие два часа моей недели.', name: 'Анна Кузнецова', color: '#5a3fa0' },
	greek: { lang: 'el', words: 'Οι καλύτερες δύο ώρες της εβδομάδας μου.', name: 'Ελένη Παπαδοπούλου' },
	arabic: {
		lang: 'ar',
		dir: 'rtl',
		words: 'دخلتُ الورشة ويداي ترتجفان، وخرجتُ بكوبٍ أشرب منه كلَّ صباح.',
		name: 'ليلى الحسيني',
		detail: 'مترجمة، عمّان',
		color: '#7a2e22',
	},
	'arabic-with-latin': { lang: 'ar', dir: 'rtl', words: 'Fernhill Pottery هي أفضل ورشة (2026)!', name: 'سلمى' },
	hebrew: { lang: 'he', dir: 'rtl', words: 'שעתיים הכי טובות בשבוע שלי.', name: 'נועה לוי', detail: 'אחות, חיפה' },
	devanagari: { lang: 'hi', words: 'मेरे हफ़्ते के सबसे अच्छे दो घंटे।', name: 'प्रिया शर्मा', rating: 4 },
	bengali: { lang: 'bn', words: 'আমার সপ্তাহের সেরা দুই ঘণ্টা।', name: 'রিয়া সেন' },
	thai: { lang: 'th', words: 'สองชั่วโมงที่ดีที่สุดในสัปดาห์ของฉัน ครูใจเย็นมาก', name: 'สมชาย ใจดี' },
	chinese: { lang: 'zh', words: '两个小时过得飞快，老师很有耐心。', name: '王小明' },
	'chinese-traditional': { lang: 'zh-Hant', words: '兩個小時過得飛快，老師很有耐心。', name: '陳小姐' },
	japanese: {
		lang: 'ja',
		words: '閉店まぎわに入ったのに、急かされませんでした。',
		name: '高橋 美咲',
		color: '#12283f',
	},
	korean: { lang: 'ko', words: '일주일 중 가장 좋은 두 시간이었어요.', name: '김민지' },
	emoji: { lang: 'en', words: 'Love it 😀👩‍👩‍👧🇩🇪❤️🙏🏽! Best gift 🎁', name: 'Mia 🌱', rating: 3 },
	square: { lang: 'en', words: 'The quietest week of my life.', name: 'Ines Duarte', detail: 'Nurse', shape: 'square' },
	photo: { lang: 'en', words: 'My mug has crossed to the islands nine hundred times.', name: 'Fiona', photo: 'photo' },
	video: { lang: 'en', words: 'Ines on Fernhill Pottery', marks: null, name: 'Ines', photo: 'video', shape: 'square' },
	titled: {
		lang: 'en',
		headline: 'Four bowls instead of an ashtray',
		words: 'Best two hours of my week.',
		name: 'Tomasz',
	},
	'titled-arabic': {
		lang: 'ar',
		dir: 'rtl',
		headline: 'أهدأ أسبوع في حياتي',
		words: 'دخلتُ الورشة ويداي ترتجفان، وخرجتُ بكوبٍ أشرب منه كلَّ صباح.',
		name: 'ليلى الحسيني',
	},
	'titled-long': {
		lang: 'en',
		headline: long.slice(0, 200),
		words: long.repeat(2),
		name: 'Dorothea Winterbourne',
		photo: 'photo',
		shape: 'square',
	},
	average: { lang: 'en', words: 'What people say about Fernhill', marks: null, name: '128 people wrote', rating: 4.3 },
}

const plainText: Omit<CardText, 'lang' | 'words'> = {
	dir: 'ltr',
	space: 'Fernhill Pottery',
	headline: null,
	marks: null,
	note: null,
	cutNote: 'The first {shown} of {all} characters. The rest: fernhill.example/w/fernhill',
	name: '',
	detail: '',
	rating: 5,
	basis: 'Order checked',
}

async function draw({ theme, color, shape = 'wide', photo, ...given }: Sample): Promise<Buffer> {
	const text: CardText = { ...plainText, marks: quotationMarks(given.lang), ...given }
	const plain = (background: string) => sharp({ create: { width: 600, height: 500, channels: 3, background } }).png()
	const look = cardLook(theme ?? null, color ?? null)
	return pool.draw({ shape, look, text, isVideo: photo === 'video' }, [String(photo)], async () => ({
		logo: await plain('#1f6b4a').toBuffer(),
		avatar: null,
		photo: photo ? await plain('#48708a').toBuffer() : null,
	}))
}

/** Grey values at half the size. */
const shrunk = (bytes: Buffer) => sharp(bytes).resize({ width: 600 }).flatten().greyscale().raw().toBuffer()

it.each(Object.keys(samples))('a card is drawn as its picture shows: %s', async (name) => {
	const png = await draw(samples[name] as Sample)
	const { width, height } = await sharp(png).metadata()
	expect([width, height]).toEqual(samples[name]?.shape === 'square' ? [1080, 1080] : [1200, 630])
	const file = new URL(`${name}.webp`, pictures)
	if (process.env.UPDATE_PICTURES)
		await writeFile(file, await sharp(png).resize({ width: 600 }).webp({ quality: 80 }).toBuffer())
	const [now, before] = await Promise.all([shrunk(png), readFile(file).then(shrunk)])
	expect(now.length).toBe(before.length)
	const far = now.filter((value, at) => Math.abs(value - (before[at] ?? 0)) > 64).length
	expect(far / now.length).toBeLessThan(0.002)
})

it.each(imperfect)(
	'a card is drawn with a logo, a portrait and a photo that have a fault: $name',
	async ({ name, bytes }) => {
		const look = cardLook(null, null)
		const text: CardText = { ...plainText, lang: 'en', words: 'Look.' }
		const picture = await bytes()
		const pictures = { logo: picture, avatar: picture, photo: picture }
		const png = await pool.draw({ shape: 'wide', look, text, isVideo: false }, [name], async () => pictures)
		expect((await sharp(png).metadata()).width).toBe(1200)
	},
)

it.each([
	'<span size="9999999">&amp; </b> ]]> "quoted"',
	'x'.repeat(5000),
	'漢'.repeat(5000),
	'عربي'.repeat(1200),
	'🎁'.repeat(2000),
	`Z${'\u0301'.repeat(400)}algo ${'\u0489'.repeat(200)}`,
	'\u202egnirts desrever\u202c \u200b\u2060\ufeff end',
	'one\u2028two\u2029three\nfour\tfive\u0001six\uffff',
	'𐎠𐎡𐎢 ꧋ꦲꦏ꧀ꦱꦫ 𝔣𝔯𝔞𝔨𝔱𝔲𝔯',
	'.',
])('any words make a card: %.40s', async (words) => {
	const { format } = await sharp(
		await draw({ lang: 'en', words, name: words.slice(0, 120), detail: words.slice(0, 120) }),
	).metadata()
	expect(format).toBe('png')
})

it('the same card is drawn once', async () => {
	const sample = samples.latin as Sample
	expect(await draw(sample)).toBe(await draw(sample))
})
