/** A reply that is JSON already; tests check it against the contract like any other. */
export class JsonText {
  readonly text: string | Buffer
  constructor(text: string | Buffer) {
    this.text = text
  }
}
