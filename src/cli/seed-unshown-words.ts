import type { SeedTestimonial } from './seed-testimonial.ts'

/** What still waits for the owner, and what the owner did not want to show. */
export const unshownWords: SeedTestimonial[] = [
	{
		name: 'Rosalind Quartermaine',
		about: 'Librarian',
		body: 'Thirty children, thirty owls, no tears. I do not know how they did it.',
		rating: 5,
		days: 0.1,
		status: 'pending',
		email: 'rosalind@library.example',
	},
	{
		name: 'Kwame Asante-Bridgewater',
		about: 'Restaurateur',
		body: 'The plates arrived this morning. I have moved the whole menu around to fit them, which my chef will forgive in time. Two have a darker rim than we agreed; I like them better, but tell me before, next time.',
		rating: 4,
		days: 0.4,
		status: 'pending',
		picture: ['#31424f', '#8c6a4a', '#ece6da'],
	},
	{
		name: 'Maja Kovač',
		body: 'Došla sam s prijateljicom, otišla s hobijem.',
		rating: 5,
		days: 0.8,
		locale: 'hr',
		status: 'pending',
	},
	{
		name: 'Edmund Thistlewood',
		body: 'The course was cancelled an hour before it began and nobody called. I stood in the rain with my daughter. The refund came the same day, to be fair, but she had been looking forward to it all week.',
		rating: 1,
		days: 1.2,
		status: 'pending',
		email: 'edmund@thistlewood.example',
	},
	{
		name: 'Only for Maren',
		body: 'Please do not print this. I only wanted you to know that the lamp stands beside his bed now, and that it helps.',
		days: 1.6,
		status: 'pending',
		scope: 'private',
	},
	{
		name: 'Best Deals',
		body: 'Great site!!! Cheap glaze https://deals.example/a https://deals.example/b https://deals.example/c',
		rating: 5,
		days: 1.9,
		status: 'pending',
		isSuspect: true,
	},
	{
		name: 'Old Hand',
		body: 'The clay of 2019 was better.',
		rating: 3,
		days: 130,
		status: 'archived',
	},
	{
		name: 'Wrong Door',
		body: 'Do you also sell garden furniture?',
		days: 21,
		status: 'rejected',
	},
]
