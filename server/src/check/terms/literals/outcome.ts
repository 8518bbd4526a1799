/**
 * What reading a text as a value of a type gives: "good"; "bad" where the server answers that the text is not valid; "overflow" where
 * it fails inside, mostly over the size of the number (a ServerError); "unknown" where it depends on the server's surroundings or on an unknown type.
 */
export type Outcome = "good" | "bad" | "overflow" | "unknown";
