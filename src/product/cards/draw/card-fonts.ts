/** Fonts of dist/fonts by the names within them, which bootstrap/fonts.mjs keeps. */
const cjk = {
	ja: ['Noto Serif JP ExtraLight', 'Noto Serif KR ExtraLight', 'Noto Serif TC ExtraLight', 'Noto Serif SC ExtraLight'],
	ko: ['Noto Serif KR ExtraLight', 'Noto Serif JP ExtraLight', 'Noto Serif TC ExtraLight', 'Noto Serif SC ExtraLight'],
	zh: ['Noto Serif SC ExtraLight', 'Noto Serif TC ExtraLight', 'Noto Serif JP ExtraLight', 'Noto Serif KR ExtraLight'],
	hant: [
		'Noto Serif TC ExtraLight',
		'Noto Serif SC ExtraLight',
		'Noto Serif JP ExtraLight',
		'Noto Serif KR ExtraLight',
	],
}

const others = [
	...[
		'Armenian',
		'Bengali',
		'Devanagari',
		'Ethiopic',
		'Georgian',
		'Gujarati',
		'Gurmukhi',
		'Hebrew',
		'Kannada',
		'Khmer',
	],
	...['Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai', 'Tibetan'],
].map((script) => `Noto Serif ${script}`)

const last = ['Noto Sans Thaana', 'Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Sans Math', 'Noto Color Emoji']
const sans = ['Inter', 'Noto Sans Arabic', 'Noto Sans Hebrew Thin', 'Noto Sans Devanagari', 'Noto Sans Thai']

export type Face = 'serif' | 'sans'

/** The families of a face in the order of a language: Han characters differ between Chinese, Japanese and Korean. */
export function familiesFor(face: Face, lang: string): string {
	const han = /^zh-(hant|tw|hk|mo)/i.test(lang) ? cjk.hant : cjk[hanOf(lang)]
	const first = face === 'serif' ? ['Newsreader 16pt', 'Noto Serif', 'Noto Naskh Arabic'] : [...sans, 'Noto Serif']
	return [...first, ...others, ...han, ...(face === 'serif' ? [] : ['Noto Naskh Arabic']), ...last].join(', ')
}

function hanOf(lang: string): 'ja' | 'ko' | 'zh' {
	const language = lang.slice(0, 2).toLowerCase()
	return language === 'ja' || language === 'ko' ? language : 'zh'
}

/** A configuration of fontconfig that knows no fonts but ours: https://www.freedesktop.org/software/fontconfig/fontconfig-user.html */
export function fontsConfig(fonts: string, cache: string): string {
	const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
	return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<dir>${escaped(fonts)}</dir>
	<cachedir>${escaped(cache)}</cachedir>
	<!-- Names in scripts that come in one weight are made bolder. -->
	<match target="font">
		<test name="weight" compare="less_eq"><const>medium</const></test>
		<test target="pattern" name="weight" compare="more"><const>medium</const></test>
		<edit name="embolden" mode="assign"><bool>true</bool></edit>
	</match>
</fontconfig>
`
}
