import { useProfile } from './common-queries.ts'
import { publicUrl } from './public-url.ts'
import { useSpace } from './space-context.tsx'
import { useCompleteMilestone } from './use-milestones.ts'

/** A mail template that asks for a testimonial. */
export type RequestEmail = { title: string; when: string; subject: string; body: string }

/** Three templates in the sender's name. None offers a reward for praise, and none asks only happy customers. */
function requestEmails(options: { spaceName: string; link: string; sender: string }): RequestEmail[] {
	const { spaceName, link, sender } = options
	const end = `\n\n${sender || spaceName}`
	const short = `Hello,\n\nthank you for choosing ${spaceName}. Would you write two or three honest sentences about how it went? It takes a minute, and no account:\n\n${link}${end}`
	return [
		{
			title: 'Short and plain',
			when: `${countWords(short)} words, for people who know you`,
			subject: 'A few words about us?',
			body: short,
		},
		{
			title: 'A week later',
			when: 'Asks how it turned out',
			subject: `How is it going with ${spaceName}?`,
			body: `Hello,\n\na week has passed, so by now you know whether it was worth it. What has changed for you, and what would you tell somebody who is still deciding? Good or bad, it goes straight to us:\n\n${link}\n\nYou decide on that page whether we may show your words, and you can change your mind later.${end}`,
		},
		{
			title: 'Firms and institutions',
			when: 'Says how the words will be used',
			subject: `May we quote you about ${spaceName}?`,
			body: `Dear colleague,\n\nwe are collecting testimonials and would value yours. The form takes a few minutes and asks for your name and role:\n\n${link}\n\nWe publish only what you agree to there, word for word. You get a private link with which you can see where it is shown, change it, or withdraw it at any time.\n\nWith kind regards${end}`,
		},
	]
}

/** A form's public link, mails that carry it, and a function that ticks the step "Share the link". */
export function useShareLink(slug: string) {
	const { space } = useSpace()
	const { data: profile } = useProfile()
	const completeStep = useCompleteMilestone()
	const link = publicUrl.form(slug)
	const mails = requestEmails({ spaceName: space.name, link, sender: profile?.full_name ?? '' })
	return { link, mails, markShared: () => completeStep('shared') }
}

/** The `mailto:` URL that opens a mail in the person's own program. */
export function mailtoUrl({ subject, body }: RequestEmail): string {
	return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

function countWords(text: string): number {
	return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
}
