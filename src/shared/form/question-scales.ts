/** The lowest and the highest number of a kind of question that is answered by one. */
export const questionScales = { scale: [1, 5], score: [0, 10] } as const
