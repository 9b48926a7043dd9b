import type { MailBlock, MailContent } from './compose-mail.ts'

const width = 66

/** The plain-text part: the same text; links stand on lines of their own and are never wrapped. */
export function renderText({ heading, blocks }: MailContent): string {
	return `${[heading, ...blocks.map(renderBlock).filter(Boolean), 'plaudit'].join('\n\n')}\n`
}

function renderBlock(block: MailBlock): string {
	switch (block.kind) {
		case 'text':
		case 'small':
			return wrap(block.text)
		case 'code':
			return `    ${block.code}`
		case 'button':
			return block.href
		case 'rule':
			return ''
	}
}

function wrap(text: string): string {
	const lines: string[] = []
	let line = ''
	for (const word of text.split(' ')) {
		if (line && line.length + 1 + word.length > width) {
			lines.push(line)
			line = word
		} else line = line ? `${line} ${word}` : word
	}
	return [...lines, line].join('\n')
}
