import type { MailBlock, MailContent } from './compose-mail.ts'

const sans = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const serif = "Georgia,'Times New Roman',serif"
const mono = 'ui-monospace,Menlo,Consolas,monospace'

/** Inline styles carry the light theme, which every mail program keeps; programs with a dark mode read this. */
const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#171512!important}
.mail{background:#171512!important;color:#ece7dc!important}
.ink{color:#ece7dc!important}
.quiet{color:#a89f90!important}
.mark{color:#7cc7a0!important}
.button{background:#7cc7a0!important;color:#10231a!important}
.rule{border-top-color:#37322a!important}
}`

/** The HTML part: one column of text, one main action, no table, no image, no tracking. */
export function renderHtml(content: MailContent): string {
	const { language, direction, subject, preview, heading, blocks } = content
	const about = `lang="${escapeHtml(language)}" dir="${direction}"`
	// Letter spacing breaks scripts with joined letters.
	const spacing = direction === 'rtl' ? '' : ';letter-spacing:-.01em'
	return `<!doctype html>
<html ${about}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf9f4">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<div ${about} class="mail" style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fbf9f4;color:#1c1a17;font:16px/1.55 ${sans}">
<p class="ink" style="margin:0 0 32px;font:20px/1 ${serif};color:#1c1a17"><span class="mark" style="color:#1f6b4a">&ldquo;</span>plaudit</p>
<h1 class="ink" style="margin:0 0 12px;font:400 28px/1.25 ${serif};color:#1c1a17${spacing}">${escapeHtml(heading)}</h1>
${blocks.map(renderBlock).join('\n')}
</div>
</body>
</html>
`
}

function renderBlock(block: MailBlock): string {
	switch (block.kind) {
		case 'text':
			return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
		case 'small':
			return `<p class="quiet" style="margin:0 0 8px;font-size:14px;color:#6b645a">${escapeHtml(block.text)}</p>`
		case 'code':
			return `<p class="ink" style="margin:8px 0 20px;font:600 39px/1.2 ${mono};letter-spacing:6px;color:#1c1a17">${escapeHtml(block.code)}</p>`
		case 'button':
			return `<p style="margin:8px 0 16px"><a class="button" style="display:inline-block;padding:14px 22px;background:#1f6b4a;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none" href="${escapeHtml(block.href)}">${escapeHtml(block.label)}</a></p>`
		case 'rule':
			return '<hr class="rule" style="margin:28px 0 20px;border:0;border-top:1px solid #e6e0d4">'
	}
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
