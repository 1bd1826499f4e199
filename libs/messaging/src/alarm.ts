/** Something to sleep on: a ring ends the wait, or, if nobody waits, the next one at once. */
export class Alarm {
  private rung = false;
  private wakeUp: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wakeUp?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
    this.wakeUp = undefined;
  }
}
