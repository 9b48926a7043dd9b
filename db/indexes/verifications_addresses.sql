-- Evidence with a whole address, which private.mask_address has not shortened (private.person_mentions).
create index concurrently verifications_addresses on public.verifications (space_id) where evidence ~ '[^…]@';
