/** Texts of the page at `/` that leads to the sign-in. `{host}` is a placeholder. */
export const english = {
	title: 'Words of customers are kept here.',
	about: '{host} collects testimonials for the shops that run it, and shows them on their sites.',
	signIn: 'Sign in',
	dashboard: 'Dashboard',
	byLink: 'Send me a link instead',
	forgotten: 'Forgotten password',
	signUp: 'Make an account',
	asked: 'Were you asked for a few words?',
	lost: 'Open the link in the shop’s message again: it leads to your page. Nothing on this one is about you.',
	whatIsPlaudit: 'What is Plaudit',
	report: 'Report a weakness',
}

/** The texts of one language. */
export type SignInPageMessages = Record<keyof typeof english, string>
