import type { MailBlock, MailBrand, MailContent, MailFoot } from '#platform/mail/mail-content.ts'
import { brandPalette } from '#shared/look/brand-color.ts'
import { commaOf, directionOf } from './text-direction.ts'

const sans = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const serif = "Georgia,'Times New Roman',serif"
const mono = 'ui-monospace,Menlo,Consolas,monospace'

/** Inline styles carry the light theme, which every mail program keeps; programs with a dark mode or a narrow screen read this. */
const styleSheet = ({ dark: { accent, onAccent } }: MailColors) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#171512!important}
.mail{background:#171512!important;color:#ece7dc!important}
.ink{color:#ece7dc!important}
.quiet{color:#a89f90!important}
.mark{color:${accent}!important}
.button{background:${accent}!important;color:${onAccent}!important}
.second{border-color:#7d7568!important;color:#ece7dc!important}
.said{border-color:${accent}!important;color:#ece7dc!important}
.stars{color:#e8b04a!important}
.rule{border-color:#37322a!important}
}
@media (max-width:480px){
.mail{padding:24px 20px!important}
.button,.second{display:block!important;margin:0 0 16px!important;text-align:center!important}
h1{font-size:25px!important}
}`

/** Invisible characters after the preview text: without them, mail programs fill the line with the beginning of the body. */
const previewEnd = `\n${'&#847;&zwnj;&nbsp;'.repeat(20)}`.repeat(4)

/** The HTML part: one column of text, one main action, no table, no image, no tracking. */
export function renderHtml(content: MailContent): string {
	const { language, direction, subject, preview, eyebrow, heading, brand, blocks, foot = [] } = content
	const colors = mailColors(brand)
	const about = `lang="${escapeHtml(language)}" dir="${direction}"`
	// Letter spacing breaks scripts with joined letters.
	const spacing = direction === 'rtl' ? '' : ';letter-spacing:-.01em'
	const parts = [
		renderSender(content, colors),
		...(eyebrow ? [renderSmall(escapeHtml(eyebrow))] : []),
		`<h1 class="ink" style="margin:0 0 12px;font:400 28px/1.25 ${serif};color:#1c1a17${spacing};overflow-wrap:anywhere">${escapeHtml(heading)}</h1>`,
		...groupButtons(blocks).map((group) => renderGroup(group, content, colors)),
		...(foot.length > 0 ? [rule, ...foot.map((line) => renderFoot(line, colors))] : []),
	]
	return `<!doctype html>
<html ${about}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet(colors)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf9f4">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(preview)}${previewEnd}</div>
<div ${about} class="mail" style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fbf9f4;color:#1c1a17;font:16px/1.55 ${sans}">
${parts.join('\n')}
</div>
</body>
</html>
`
}

function renderSender({ brand }: MailContent, { light }: MailColors): string {
	const style = `margin:0 0 32px;font:20px/1.2 ${serif};color:#1c1a17`
	if (!brand)
		return `<p class="ink" style="${style}"><bdi dir="ltr"><span class="mark" style="color:${light.accent}">&ldquo;</span>plaudit</bdi></p>`
	return `<p class="ink" style="${style}"><bdi class="mark" style="color:${light.accent}">${escapeHtml(brand.name)}</bdi></p>`
}

const rule = '<hr class="rule" style="margin:28px 0 20px;border:0;border-top:1px solid #e6e0d4">'

type Button = Extract<MailBlock, { kind: 'button' }>

/** Buttons that follow each other stand in one row. */
function groupButtons(blocks: readonly MailBlock[]): (Exclude<MailBlock, Button> | Button[])[] {
	const groups: (Exclude<MailBlock, Button> | Button[])[] = []
	for (const block of blocks) {
		const last = groups.at(-1)
		if (block.kind !== 'button') groups.push(block)
		else if (Array.isArray(last)) last.push(block)
		else groups.push([block])
	}
	return groups
}

function renderGroup(group: Exclude<MailBlock, Button> | Button[], content: MailContent, colors: MailColors): string {
	if (!Array.isArray(group)) return renderBlock(group, content, colors)
	const gap = content.direction === 'rtl' ? '0 0 12px 12px' : '0 12px 12px 0'
	return `<p style="margin:16px 0 4px">${group.map((button) => renderButton(button, gap, colors)).join('\n')}</p>`
}

function renderButton({ label, href, secondary }: Button, gap: string, { light }: MailColors): string {
	const look = secondary
		? 'padding:13px 21px;border:1px solid #8f8778;color:#1c1a17'
		: `padding:14px 22px;background:${light.accent};color:${light.onAccent}`
	return `<a class="${secondary ? 'second' : 'button'}" style="display:inline-block;margin:${gap};${look};border-radius:8px;font-weight:600;text-decoration:none" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
}

function renderBlock(
	block: Exclude<MailBlock, Button>,
	{ language, direction }: MailContent,
	{ light }: MailColors,
): string {
	switch (block.kind) {
		case 'text':
			return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${renderLines(block.text)}</p>`
		case 'small':
			return renderSmall(renderLines(block.text))
		case 'code':
			return `<p class="ink" style="margin:8px 0 20px;font:600 39px/1.2 ${mono};letter-spacing:6px;color:#1c1a17">${escapeHtml(block.code)}</p>`
		case 'rule':
			return rule
		case 'quote': {
			const own = directionOf(block.text || (block.title ?? ''), direction)
			const title = block.title
				? `<strong dir="${directionOf(block.title, direction)}" style="display:block;margin:0 0 6px">${escapeHtml(block.title)}</strong>`
				: ''
			const side = own === 'rtl' ? 'right' : 'left'
			return `<blockquote class="said" dir="${own}"${langOf(block.language)} style="margin:20px 0 12px;padding:0;padding-${side}:20px;border-${side}:3px solid ${light.accent};font:21px/1.5 ${serif};color:#1c1a17;overflow-wrap:anywhere">${title}${renderLines(block.text)}</blockquote>`
		}
		case 'rating':
			return `<p class="stars" style="margin:0 0 4px;color:#9a6200">${escapeHtml(block.text)}</p>`
		case 'person':
			return `<p class="ink" style="margin:0 0 16px;color:#1c1a17;overflow-wrap:anywhere"><strong><bdi>${escapeHtml(block.name)}</bdi></strong>${block.about ? `${commaOf(language)}<bdi>${escapeHtml(block.about)}</bdi>` : ''}</p>`
		case 'item': {
			const words = `<p class="ink" dir="${directionOf(block.text, direction)}"${langOf(block.language)} style="margin:0 0 4px;font:18px/1.45 ${serif};color:#1c1a17;overflow-wrap:anywhere">${renderLines(block.text)}</p>`
			const about = block.about ? ` &middot; ${escapeHtml(block.about)}` : ''
			return `<div class="rule" style="padding:14px 0;border-top:1px solid #e6e0d4">${words}<p class="quiet" style="margin:0;font-size:14px;color:#6b645a"><strong class="ink" style="color:#1c1a17"><bdi>${escapeHtml(block.by)}</bdi></strong>${about}</p></div>`
		}
	}
}

function renderFoot({ text, link }: MailFoot, { light }: MailColors): string {
	const anchor = link
		? ` <a class="mark" style="color:${light.accent}" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`
		: ''
	return renderSmall(escapeHtml(text) + anchor)
}

/** @param html escaped */
function renderSmall(html: string): string {
	return `<p class="quiet" style="margin:0 0 8px;font-size:14px;color:#6b645a;overflow-wrap:anywhere">${html}</p>`
}

function renderLines(text: string): string {
	return escapeHtml(text).replaceAll('\n', '<br>')
}

function langOf(language: string | undefined): string {
	return language ? ` lang="${escapeHtml(language)}"` : ''
}

function escapeHtml(text: string): string {
	const entities: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	}
	return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

type Theme = { accent: string; onAccent: string }

/** Colours of the main action and of marks, in the light and the dark theme. */
type MailColors = { light: Theme; dark: Theme }

const green: MailColors = {
	light: { accent: '#1f6b4a', onAccent: '#ffffff' },
	dark: { accent: '#7cc7a0', onAccent: '#10231a' },
}

/** The brand's colour, adjusted until it is legible; Plaudit's green without one. */
function mailColors(brand: MailBrand | undefined): MailColors {
	const palette = brandPalette(brand?.color)
	if (!palette) return green
	const { light, dark } = palette
	return {
		light: { accent: light.brand, onAccent: light.onBrand },
		dark: { accent: dark.brand, onAccent: dark.onBrand },
	}
}
