-- Transcripts with an address (private.person_mentions).
create index concurrently captions_addresses on public.captions (space_id) where transcript like '%@%';
