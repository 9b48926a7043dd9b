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
	freshTitle: 'Nobody lives here yet.',
	freshAbout: 'This is a new Plaudit. The account that is made through its setup link becomes the operator’s.',
	first: 'Make the first account',
	setupLink: 'Open the setup link that the first start printed. This command prints a new one on the server:',
	here: 'You are on the server’s own machine, so the first account that you make here becomes the operator’s.',
	choice: 'The operator may show a wall or the product’s page here instead: LANDING_PAGE.',
	report: 'Report a weakness',
}

/** The texts of one language. */
export type SignInPageMessages = Record<keyof typeof english, string>
