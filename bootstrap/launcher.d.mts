export declare function endWithLaunchers(stop: () => void): () => void
